import { loadTexts } from '#web/kernel/text/i18n.ts'
import { PendingDeals } from './PendingDeals.tsx'

/** Loads the component `PendingDeals` and its texts, for screens that render other content first. */
export const loadPendingDeals = async () => {
  await loadTexts('deals')
  return PendingDeals
}
