import { loadTexts } from '#web/kernel/text/i18n.ts'

/**
 * The panel that the bell opens, with its texts. A step of its own: what it is made of is not named in the first
 * screen.
 */
export const loadPanel = async () => {
  const [part] = await Promise.all([import('./Notices.tsx'), loadTexts('notifications')])
  return part
}
