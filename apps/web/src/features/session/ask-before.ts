// Loaded on demand, because few users have pending items when they leave.
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { findWaitingOfOthers } from '#web/kernel/outbox/waiting-store.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { whatWaits } from './what-waits.ts'

/** Asks before logging out when pending items would be lost, in all communities of the device. */
export const askBeforeLeaving = async (leave: () => void): Promise<void> => {
  const ofOthers = await findWaitingOfOthers(outbox.owner())
  const all = [...outbox.waiting(), ...ofOthers]
  if (all.length === 0) return leave()
  await loadTexts('outbox')
  const endAsking = showToast({
    kind: 'warning',
    text: t('outbox.leave', { what: whatWaits(all), count: all.length }),
    action: { label: t('outbox.leave.yes'), onClick: leave },
  })
  // Items may be sent while the question is shown.
  const stop = outbox.subscribe(() => {
    if (outbox.waiting().length + ofOthers.length > 0) return
    stop()
    endAsking()
  })
}

/** Asks before a switch when items are pending; they stay on the device until the user returns. */
export const askBeforeSwitching = async (go: () => void): Promise<void> => {
  const waiting = outbox.waiting()
  if (waiting.length === 0) return go()
  await loadTexts('outbox')
  showToast({
    kind: 'warning',
    text: t('outbox.leftbehind', { what: whatWaits(waiting), count: waiting.length }),
    action: { label: t('outbox.leftbehind.yes'), onClick: go },
  })
}
