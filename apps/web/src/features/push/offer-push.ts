import { getPushState } from '@parvis/contract/push.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { call } from '#web/kernel/http/api.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { explain, loadTexts, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { hasTurnedOnPushes, ensurePushRegistration, registerForPushes } from './register.ts'
import { thisDevice } from './this-device.ts'
import { pushServiceName } from './this-phone.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Set once pushes were offered on this device. */
    pushoffered: true
  }
}

const turnOnPush = async (me: SessionUser) => {
  if ((await thisDevice.requestPermission()) !== 'granted') return
  try {
    await registerForPushes(me)
    showToast({ text: t('push.on.done') })
  } catch (error) {
    showToast({ kind: 'error', text: `${t('push.on.failed')} ${explain(error)}` })
  }
}

/**
 * Called after a profile is saved. Registers this device again if pushes were turned on before; otherwise offers
 * pushes, once per device. Browsers show their permission prompt only after a tap.
 */
export const offerPush = async (me: SessionUser): Promise<void> => {
  if (!me.abilities.beTold || thisDevice.support() !== 'ready') return
  const permission = await thisDevice.refreshPermission()
  // Older phones grant the permission without asking, which is not yet a choice of the member.
  if (permission === 'granted' && (!import.meta.env.VITE_SERVER || hasTurnedOnPushes(me)))
    return ensurePushRegistration(me)
  if (permission === 'denied' || stored('pushoffered')) return
  if (import.meta.env.VITE_SERVER && !thisDevice.isServed(await call(getPushState))) return
  await loadTexts('push')
  store('pushoffered', true)
  showToast({
    kind: 'info',
    text: import.meta.env.VITE_SERVER ? t('push.offer.app', { service: pushServiceName() }) : t('push.offer'),
    action: { label: t('push.offer.yes'), onClick: () => void turnOnPush(me) },
  })
}
