import { lazy, type ReactNode, Suspense } from 'react'
import { loadTexts } from '#web/kernel/text/i18n.ts'

const OwnBlockNotice = lazy(async () => {
  const [part] = await Promise.all([import('./OwnBlockNotice.tsx'), loadTexts('blocks')])
  return { default: part.OwnBlockNotice }
})

/** Shown in place of a closed conversation: with a way to unblock if the viewer closed it. */
export const ClosedThread = ({ who, fallback }: { who: string; fallback: ReactNode }) => (
  <Suspense fallback={fallback}>
    <OwnBlockNotice pseudoOrId={who} fallback={fallback} />
  </Suspense>
)
