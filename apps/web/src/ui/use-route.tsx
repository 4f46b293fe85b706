import { useState, type ReactNode } from 'react'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import type { RouteDialogProps } from './RouteDialog.tsx'
import { onLostPart } from './lost-part.ts'

const load = async () => (await Promise.all([import('./RouteDialog.tsx'), loadTexts('map')]))[0]

type Way = Omit<RouteDialogProps, 'onClose'>

/** Opens the directions dialog, which is loaded on first use; render `dialog`. */
export const useRoute = (): { route: (way: Way) => void; dialog: ReactNode } => {
  const [shown, setShown] = useState<{ part: Awaited<ReturnType<typeof load>>; way: Way } | null>(null)
  const [route] = useState(() => (way: Way) => void load().then(part => setShown({ part, way }), onLostPart))
  return { route, dialog: shown && <shown.part.RouteDialog {...shown.way} onClose={() => setShown(null)} /> }
}
