import { lazy, type ReactNode, Suspense } from 'react'
import { loadTexts } from '#web/kernel/text/i18n.ts'

const OwnBlock = lazy(async () => {
  const [part] = await Promise.all([import('./OwnBlock.tsx'), loadTexts('blocks')])
  return { default: part.OwnBlock }
})

/** What stands where a conversation is closed: the reader may have closed it. */
export const ClosedThread = ({ who, otherwise }: { who: string; otherwise: ReactNode }) => (
  <Suspense fallback={otherwise}>
    <OwnBlock who={who} otherwise={otherwise} />
  </Suspense>
)
