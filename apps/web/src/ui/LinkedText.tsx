import { lazy, type ReactNode, Suspense } from 'react'

/** If the module fails to load, the text stays plain. */
const Linked = lazy(() =>
  import('./Linked.tsx').catch(() => ({ default: ({ text }: { text: string }): ReactNode => text })),
)

/**
 * A text with its web addresses, e-mails and phone numbers as links. The link finder is loaded lazily; the text is
 * plain until then.
 */
export const LinkedText = ({ text }: { text: string }): ReactNode => (
  <Suspense fallback={text}>
    <Linked text={text} />
  </Suspense>
)
