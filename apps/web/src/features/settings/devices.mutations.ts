import { type MySession, revokeSession } from '@parvis/contract/session.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { deviceKeys } from './devices.queries.ts'

/** Logs one other device out, or all of them where none is named: they are out when this succeeds. */
export const useLogOutElsewhere = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (device: MySession | null) => {
      try {
        await call(revokeSession, { query: device ? { _id: device._id } : {} })
      } catch (error) {
        // one that is out already is what was asked for
        if (!(device && error instanceof ApiError && error.key === 'error404')) throw error
      }
    },
    onSuccess: (_, device) => {
      // an answer under way may still have it
      void queryClient.cancelQueries({ queryKey: deviceKeys.list() })
      queryClient.setQueryData<MySession[]>(deviceKeys.list(), all =>
        all?.filter(one => one.current || (device !== null && one._id !== device._id)),
      )
      void queryClient.invalidateQueries({ queryKey: deviceKeys.list() })
    },
  })
}
