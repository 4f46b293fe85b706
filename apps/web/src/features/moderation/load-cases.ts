import { loadTexts } from '#web/kernel/text/i18n.ts'
import { CasesCard } from './CasesCard.tsx'

/** Loads the component `CasesCard` and its texts, for screens that render other content first. */
export const loadCasesCard = async () => {
  await loadTexts('moderation')
  return CasesCard
}
