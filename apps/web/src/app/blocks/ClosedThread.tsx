import { lazy, type ReactNode, Suspense } from 'react'
import { withTexts } from '#web/kernel/text/i18n.ts'

const OwnBlockNotice = lazy(async () => ({
  default: (await withTexts(import('./OwnBlockNotice.tsx'), 'blocks')).OwnBlockNotice,
}))

/** Replaces a conversation that a block has closed: with a button to unblock if the block is the viewer's own. */
export const ClosedThread = ({ who, fallback }: { who: string; fallback: ReactNode }) => (
  <Suspense fallback={fallback}>
    <OwnBlockNotice pseudoOrId={who} fallback={fallback} />
  </Suspense>
)
