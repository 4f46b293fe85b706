import { loadTexts } from '#web/kernel/text/i18n.ts'

/** What draws a map, and its words: fetched when somebody asks for one. */
export const loadPlaceDialog = async () => {
  const [part] = await Promise.all([import('./components/PlaceDialog.tsx'), loadTexts('map', 'messageacts')])
  return part
}
