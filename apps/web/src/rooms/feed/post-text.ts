/** Longer than this, or of more lines, a text is folded until its reader asks for the rest. */
const LONG_TEXT = 420
const MANY_LINES = 8

export const isLong = (text: string): boolean => text.length > LONG_TEXT || text.split('\n').length > MANY_LINES

export interface TextPiece {
  text: string
  /** there when the piece is a link */
  href?: string
}

const address = /https?:\/\/[^\s<>"«»]+/gi
const trailing = /[.,;:!?…)\]}'’]+$/

const safeHref = (text: string): string | undefined => {
  try {
    const url = new URL(text)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
  } catch {
    return undefined
  }
}

/** Cuts a text at its web addresses; the punctuation that ends a sentence is no part of one. */
export const piecesOf = (text: string): TextPiece[] => {
  const pieces: TextPiece[] = []
  let at = 0
  for (const match of text.matchAll(address)) {
    const found = match[0].replace(trailing, '')
    const href = safeHref(found)
    if (!href) continue
    if (match.index > at) pieces.push({ text: text.slice(at, match.index) })
    pieces.push({ text: found, href })
    at = match.index + found.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at) })
  return pieces
}
