import { Fragment, type ReactNode } from 'react'

const FIRST_STRONG = '\u2068'
const POP = '\u2069'

/** Names stand apart from the words around them, whatever way they are written. */
export const isolate = (name: string): string => FIRST_STRONG + name + POP

/** A text whose isolated names are set in bold. */
export const withBold = (text: string): ReactNode =>
  text.split(new RegExp(`(${FIRST_STRONG}[^${POP}]*${POP})`)).map((part, at) =>
    at % 2 === 1 ? (
      <b key={at} dir="auto">
        {part.slice(1, -1)}
      </b>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  )
