import { loadTexts } from '#web/kernel/text/i18n.ts'

/** Loads the map dialog with its texts on demand. */
export const loadPlaceDialog = async () => {
  const [part] = await Promise.all([import('./components/PlaceDialog.tsx'), loadTexts('map', 'messageacts')])
  return part
}
