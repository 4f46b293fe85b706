import { loadTexts } from '#web/kernel/text/i18n.ts'

export const loadPlaceDialog = async () => {
  const [part] = await Promise.all([import('./components/PlaceDialog.tsx'), loadTexts('chat')])
  return part
}
