import { lazy, type ReactNode, Suspense } from 'react'

/** If the module fails to load, the text stays plain. */
const TextWithLinks = lazy(() =>
  import('./TextWithLinks.tsx').catch(() => ({ default: ({ text }: { text: string }): ReactNode => text })),
)

/** Links the web addresses, e-mails and phone numbers in a text; plain until the link finder has loaded. */
export const LinkedText = ({ text }: { text: string }): ReactNode => (
  <Suspense fallback={text}>
    <TextWithLinks text={text} />
  </Suspense>
)
