import { loadTexts } from '#web/kernel/text/i18n.ts'
import { PendingDeals } from './PendingDeals.tsx'

/** Loaded after the screen that shows them, together with their texts. */
export const loadPendingDeals = async () => {
  await loadTexts('dealwriting', 'deals')
  return PendingDeals
}
