import type { SessionUser } from '@parvis/contract/session.ts'
import type { PushState } from '@parvis/contract/push.ts'
import { useMutation } from '@tanstack/react-query'
import { explain, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { pushStateQuery } from './push.queries.ts'
import { registerForPushes, unregisterFromPushes } from './register.ts'
import { thisDevice } from './this-device.ts'

/** Turns pushes on or off on this device. Turning on asks for the permission first; if denied, nothing changes. */
export const useTogglePush = (me: Pick<SessionUser, '_id'>) =>
  useMutation({
    mutationFn: async (on: boolean): Promise<PushState | null> => {
      if (!on) return unregisterFromPushes()
      return (await thisDevice.requestPermission()) === 'granted' ? registerForPushes(me) : null
    },
    onSuccess: (state, _, __, { client }) => state && client.setQueryData(pushStateQuery().queryKey, state),
    onError: (error, on) =>
      showToast({ kind: 'error', text: `${t(on ? 'push.on.failed' : 'push.off.failed')} ${explain(error)}` }),
  })
