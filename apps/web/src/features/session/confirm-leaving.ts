// Loaded on demand, because few users have pending items when they leave.
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { findPendingOfOthers } from '#web/kernel/outbox/pending-store.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { pendingSummary } from './pending-summary.ts'

/** Asks before logging out when pending items would be lost, in all communities of the device. */
export const confirmLogOut = async (logOut: () => void): Promise<void> => {
  const others = await findPendingOfOthers(outbox.owner())
  const all = [...outbox.pending(), ...others]
  if (all.length === 0) return logOut()
  await loadTexts('outbox')
  const dismissToast = showToast({
    kind: 'warning',
    text: t('outbox.leave', { what: pendingSummary(all), count: all.length }),
    action: { label: t('outbox.leave.yes'), onClick: logOut },
  })
  // Items may be sent while the question is shown.
  const stop = outbox.subscribe(() => {
    if (outbox.pending().length + others.length > 0) return
    stop()
    dismissToast()
  })
}

/** Asks before a switch when items are pending; they stay on the device until the user returns. */
export const confirmSwitch = async (proceed: () => void): Promise<void> => {
  const pending = outbox.pending()
  if (pending.length === 0) return proceed()
  await loadTexts('outbox')
  showToast({
    kind: 'warning',
    text: t('outbox.leftbehind', { what: pendingSummary(pending), count: pending.length }),
    action: { label: t('outbox.leftbehind.yes'), onClick: proceed },
  })
}
