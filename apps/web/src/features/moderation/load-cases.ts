import { loadTexts } from '#web/kernel/text/i18n.ts'
import { CasesCard } from './CasesCard.tsx'

/** Loads the cases card with its texts, for screens that render without it first. */
export const loadCases = async () => {
  await loadTexts('moderation')
  return CasesCard
}
