import { lazy, type ReactNode, Suspense } from 'react'
import { loadTexts } from '#web/kernel/text/i18n.ts'

const OwnBlock = lazy(async () => {
  const [part] = await Promise.all([import('./OwnBlock.tsx'), loadTexts('blocks')])
  return { default: part.OwnBlock }
})

/** Shown in place of a closed conversation: with a way to unblock if the viewer closed it. */
export const ClosedThread = ({ who, otherwise }: { who: string; otherwise: ReactNode }) => (
  <Suspense fallback={otherwise}>
    <OwnBlock who={who} otherwise={otherwise} />
  </Suspense>
)
