import { loadTexts } from '#web/kernel/text/i18n.ts'

/** The publish sheet with its texts, loaded on first use. */
export const loadSheet = async () => {
  const [part] = await Promise.all([import('../-publish/PublishSheetScreen.tsx'), loadTexts('templates')])
  return part
}
