import { loadTexts } from '#web/kernel/text/i18n.ts'

/** The notifications panel with its texts. A module of its own, so that the initial bundle does not name its chunks. */
export const loadPanel = async () => {
  const [part] = await Promise.all([import('./NotificationScreens.tsx'), loadTexts('notifications')])
  return part
}
