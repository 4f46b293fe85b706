import { loadTexts } from '#web/kernel/text/i18n.ts'

export const loadPublishSheet = async () => {
  const [part] = await Promise.all([import('#web/features/publish/PublishSheetScreen.tsx'), loadTexts('templates')])
  return part
}
