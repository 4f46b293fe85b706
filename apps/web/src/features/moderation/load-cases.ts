import { loadTexts } from '#web/kernel/text/i18n.ts'
import { CasesCard } from './CasesCard.tsx'

/** For a screen that stands without them: they come with their words. */
export const loadCases = async () => {
  await loadTexts('moderation')
  return CasesCard
}
