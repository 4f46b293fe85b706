import { withTexts } from '#web/kernel/text/i18n.ts'

/** Loads the notifications panel with its texts. A separate module keeps its chunk names out of the initial bundle. */
export const loadNotificationsPanel = () => withTexts(import('./NotificationScreens.tsx'), 'notifications')
