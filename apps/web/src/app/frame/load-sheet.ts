import { withTexts } from '#web/kernel/text/i18n.ts'

export const loadPublishSheet = () => withTexts(import('#web/features/publish/PublishSheet.tsx'), 'publish')
