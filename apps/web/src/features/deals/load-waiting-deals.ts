import { loadTexts } from '#web/kernel/text/i18n.ts'
import { WaitingDeals } from './WaitingDeals.tsx'

/** Loaded after the screen that shows them, together with their texts. */
export const loadWaitingDeals = async () => {
  await loadTexts('dealwriting', 'deals')
  return WaitingDeals
}
