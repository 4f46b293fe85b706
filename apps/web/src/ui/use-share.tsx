import { useState, type ReactNode } from 'react'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import type { Shared } from './ShareSheet.tsx'
import { onLostPart } from './lost-part.ts'

const load = async () => (await Promise.all([import('./ShareSheet.tsx'), loadTexts('share')]))[0]

/** Opens the share sheet, which is loaded on first use; render `sheet`. */
export const useShare = (): { share: (what: Shared) => void; sheet: ReactNode } => {
  const [shown, setShown] = useState<{ part: Awaited<ReturnType<typeof load>>; what: Shared } | null>(null)
  const [share] = useState(() => (what: Shared) => void load().then(part => setShown({ part, what }), onLostPart))
  return { share, sheet: shown && <shown.part.ShareSheet {...shown.what} onClose={() => setShown(null)} /> }
}
