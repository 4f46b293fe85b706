import { Fragment, type ReactNode } from 'react'

const FIRST_STRONG = '\u2068'
const POP = '\u2069'

/** Wraps a name in Unicode directional isolates, so that its writing direction does not affect the text around it. */
export const isolate = (name: string): string => FIRST_STRONG + name + POP

/** A text with its isolated names in bold. */
export const withBoldNames = (text: string): ReactNode =>
  text.split(new RegExp(`(${FIRST_STRONG}[^${POP}]*${POP})`)).map((part, at) =>
    at % 2 === 1 ? (
      <b key={at} dir="auto">
        {part.slice(1, -1)}
      </b>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  )
