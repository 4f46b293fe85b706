import { type MySession, revokeSession } from '@parvis/contract/session.ts'
import { useMutation } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { deviceKeys } from './devices.queries.ts'

/** Logs out one other device, or all other devices if called with null. */
export const useLogOutOtherDevices = () =>
  useMutation({
    mutationFn: async (device: MySession | null) => {
      try {
        await call(revokeSession, { query: device ? { _id: device._id } : {} })
      } catch (error) {
        // If the device is already logged out, the log-out counts as successful.
        if (!(device && error instanceof ApiError && error.key === 'error404')) throw error
      }
    },
    onSuccess: (_, device, __, { client }) => {
      // A response in flight may still contain the removed device.
      void client.cancelQueries({ queryKey: deviceKeys.list() })
      client.setQueryData<MySession[]>(deviceKeys.list(), all =>
        all?.filter(one => one.current || (device !== null && one._id !== device._id)),
      )
      void client.invalidateQueries({ queryKey: deviceKeys.list() })
    },
  })
