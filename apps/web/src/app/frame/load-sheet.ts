import { loadTexts } from '#web/kernel/text/i18n.ts'

export const loadPublishSheet = async () => {
  const [part] = await Promise.all([import('#web/features/publish/PublishSheet.tsx'), loadTexts('publish')])
  return part
}
