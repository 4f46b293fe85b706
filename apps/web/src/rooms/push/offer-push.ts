import type { SessionUser } from '@parvis/contract/session.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { explain, loadTexts, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { keepRegistered, register } from './register.ts'
import { permission, pushSupport } from './this-browser.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Pushes were offered here. */
    pushoffered: true
  }
}

const turnOn = async (me: SessionUser) => {
  if ((await Notification.requestPermission()) !== 'granted') return
  try {
    await register(me)
    showToast({ text: t('push.on.done') })
  } catch (error) {
    showToast({ kind: 'error', text: `${t('push.on.failed')} ${explain(error)}` })
  }
}

/**
 * After a profile is saved: registers where it was turned on before, and offers it once on each device. The browser
 * asks after a tap alone.
 */
export const offerPush = async (me: SessionUser): Promise<void> => {
  if (!me.abilities.beTold || pushSupport() !== 'ready') return
  if (permission() === 'granted') return keepRegistered(me)
  if (permission() === 'denied' || stored('pushoffered')) return
  await loadTexts('push')
  store('pushoffered', true)
  showToast({
    kind: 'info',
    text: t('push.offer'),
    action: { label: t('push.offer.yes'), onClick: () => void turnOn(me) },
  })
}
