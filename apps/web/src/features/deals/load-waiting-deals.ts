import { loadTexts } from '#web/kernel/text/i18n.ts'
import { WaitingDeals } from './WaitingDeals.tsx'

/** For a screen that stands without them: they come with their words when it is there. */
export const loadWaitingDeals = async () => {
  await loadTexts('dealwriting', 'deals')
  return WaitingDeals
}
