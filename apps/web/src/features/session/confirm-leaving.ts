// Loaded on demand, because few users have pending items when they leave.
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { findPendingOfOthers } from '#web/kernel/outbox/pending-store.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { pendingSummary } from './pending-summary.ts'

/** Logs out; asks first if pending items of any community on this device would be lost. */
export const confirmLogOut = async (logOut: () => void): Promise<void> => {
  const others = await findPendingOfOthers(outbox.ownerId())
  const all = [...outbox.pending(), ...others]
  if (all.length === 0) return logOut()
  await loadTexts('outbox')
  const what = await pendingSummary(all)
  const dismissToast = showToast({
    kind: 'warning',
    text: t('outbox.leave', { what, count: all.length }),
    action: { label: t('outbox.leave.yes'), onClick: logOut },
  })
  // The toast is closed if all items are sent meanwhile.
  const stop = outbox.subscribe(() => {
    if (outbox.pending().length + others.length > 0) return
    stop()
    dismissToast()
  })
}

/** Proceeds with a switch; asks first if items are pending. These items remain on the device until the user returns. */
export const confirmSwitch = async (proceed: () => void): Promise<void> => {
  const pending = outbox.pending()
  if (pending.length === 0) return proceed()
  await loadTexts('outbox')
  const what = await pendingSummary(pending)
  showToast({
    kind: 'warning',
    text: t('outbox.leftbehind', { what, count: pending.length }),
    action: { label: t('outbox.leftbehind.yes'), onClick: proceed },
  })
}
