import { type MySession, revokeSession } from '@parvis/contract/session.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { deviceKeys } from './devices.queries.ts'

/** Logs out one other device, or all other devices if called with null. */
export const useLogOutOtherDevices = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (device: MySession | null) => {
      try {
        await call(revokeSession, { query: device ? { _id: device._id } : {} })
      } catch (error) {
        // If the device is already logged out, the log-out counts as successful.
        if (!(device && error instanceof ApiError && error.key === 'error404')) throw error
      }
    },
    onSuccess: (_, device) => {
      // A response in flight may still contain the removed device.
      void queryClient.cancelQueries({ queryKey: deviceKeys.list() })
      queryClient.setQueryData<MySession[]>(deviceKeys.list(), all =>
        all?.filter(one => one.current || (device !== null && one._id !== device._id)),
      )
      void queryClient.invalidateQueries({ queryKey: deviceKeys.list() })
    },
  })
}
