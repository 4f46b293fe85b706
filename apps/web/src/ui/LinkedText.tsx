import { lazy, type ReactNode, Suspense } from 'react'

/** If the module fails to load, the text stays plain. */
const TextWithLinks = lazy(() =>
  import('./TextWithLinks.tsx').catch(() => ({ default: ({ text }: { text: string }): ReactNode => text })),
)

/**
 * A text with its web addresses, e-mails and phone numbers as links. The link finder is loaded lazily; the text is
 * plain until then.
 */
export const LinkedText = ({ text }: { text: string }): ReactNode => (
  <Suspense fallback={text}>
    <TextWithLinks text={text} />
  </Suspense>
)
