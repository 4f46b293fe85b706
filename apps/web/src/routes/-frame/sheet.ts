import { loadTexts } from '#web/kernel/text/i18n.ts'

/** What can be put up, as a sheet over the screen: with its texts, when it is first asked for. */
export const loadSheet = async () => {
  const [part] = await Promise.all([import('../-publish/PublishSheetScreen.tsx'), loadTexts('templates')])
  return part
}
