import type { SessionUser } from '@parvis/contract/session.ts'
import type { PushState } from '@parvis/contract/push.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explain, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { pushKeys } from './push.queries.ts'
import { register, unregister } from './register.ts'
import { thisDevice } from './this-device.ts'

/** Turns pushes on or off on this device. Asks for the permission first: without it nothing changes. */
export const useTogglePush = (me: Pick<SessionUser, '_id'>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (on: boolean): Promise<PushState | null> => {
      if (!on) return unregister()
      return (await thisDevice.requestPermission()) === 'granted' ? register(me) : null
    },
    onSuccess: state => state && queryClient.setQueryData(pushKeys.state(), state),
    onError: (error, on) =>
      showToast({ kind: 'error', text: `${t(on ? 'push.on.failed' : 'push.off.failed')} ${explain(error)}` }),
  })
}
