import { loadTexts } from '#web/kernel/text/i18n.ts'
import { PendingDeals } from './PendingDeals.tsx'

/** Loads the component of pending deals with its texts, after the screen that contains it. */
export const loadPendingDeals = async () => {
  await loadTexts('dealwriting', 'deals')
  return PendingDeals
}
