import { lazy, type ReactNode, Suspense } from 'react'

/** If the link finder fails to load, the text is shown without links. */
const TextWithLinks = lazy(() =>
  import('./TextWithLinks.tsx').catch(() => ({ default: ({ text }: { text: string }): ReactNode => text })),
)

/** Links web addresses, e-mail addresses and phone numbers in a text, once the link finder has loaded. */
export const LinkedText = ({ text }: { text: string }): ReactNode => (
  <Suspense fallback={text}>
    <TextWithLinks text={text} />
  </Suspense>
)
