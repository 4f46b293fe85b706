import { loadTexts } from '#web/kernel/text/i18n.ts'

/** Loads the notifications panel with its texts. A separate module keeps its chunk names out of the initial bundle. */
export const loadNotificationsPanel = async () => {
  const [part] = await Promise.all([import('./NotificationScreens.tsx'), loadTexts('notifications')])
  return part
}
