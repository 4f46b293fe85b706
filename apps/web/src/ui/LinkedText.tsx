import { lazy, type ReactNode, Suspense } from 'react'

/** Without what finds them, which may not come, a text is read all the same. */
const Linked = lazy(() =>
  import('./Linked.tsx').catch(() => ({ default: ({ text }: { text: string }): ReactNode => text })),
)

/**
 * A text with its web addresses, e-mails and phone numbers as links. What finds them comes after the first text, which is
 * plain until then.
 */
export const LinkedText = ({ text }: { text: string }): ReactNode => (
  <Suspense fallback={text}>
    <Linked text={text} />
  </Suspense>
)
