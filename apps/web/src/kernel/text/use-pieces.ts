import { useEffect, useState } from 'react'
import type { TextPiece } from './find-links.ts'

type FindLinks = (text: string) => TextPiece[]

let known: FindLinks | undefined

/** Every address has a dot or a colon with something behind it. */
const mayHoldLinks = (text: string) => /[.:]\S/.test(text)

/**
 * A text cut at its web addresses. What finds them comes with the first text that may hold one, which is whole until
 * then.
 */
export const usePieces = (text: string): TextPiece[] => {
  const [find, setFind] = useState(() => known)
  const isAsked = !find && mayHoldLinks(text)
  useEffect(() => {
    if (!isAsked) return
    let here = true
    import('./find-links.ts').then(
      ({ findLinks }) => {
        known = findLinks
        if (here) setFind(() => findLinks)
      },
      // without them it is read all the same
      () => {},
    )
    return () => {
      here = false
    }
  }, [isAsked])
  return find ? find(text) : [{ text }]
}
