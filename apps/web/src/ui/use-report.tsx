import { useState, type ReactNode } from 'react'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { onLostPart } from './lost-part.ts'
import type { Reported } from './ReasonDialog.tsx'

const load = async () => (await Promise.all([import('./ReasonDialog.tsx'), loadTexts('rules')]))[0]

/** Opens the report dialog, which is loaded on first use; render `dialog`. */
export const useReport = (communityUri: string): { report: (what: Reported) => void; asking: ReactNode } => {
  const [asked, setAsked] = useState<{ part: Awaited<ReturnType<typeof load>>; what: Reported } | null>(null)
  const [report] = useState(() => (what: Reported) => void load().then(part => setAsked({ part, what }), onLostPart))
  return {
    report,
    asking: asked && (
      <asked.part.ReasonDialog {...asked.what} communityUri={communityUri} onClose={() => setAsked(null)} />
    ),
  }
}
