import { LinkifyIt } from 'linkify-it'

export interface TextPiece {
  text: string
  /** there when the piece is a link */
  href?: string
}

/**
 * Without a scheme only what nobody writes by leaving out a space ("demain.Il"): common endings here, and whatever
 * begins with "www.".
 */
const endings = ['fr', 'com', 'org', 'net', 'eu', 'info', 'ch', 'uk']

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, tlds: endings })
  .add('//', null)
  .add('ftp:', null)
  .add('mailto:', null)
  .add('www.', {
    validate: (text, at, { re }) => {
      const host = re.get_relative_proto_validator()
      host.lastIndex = at
      return host.exec(text)?.[0].length ?? 0
    },
    normalize: match => {
      match.url = `http://${match.url}`
    },
  })

/** Cuts a text at its web addresses; the punctuation that ends a sentence is no part of one. */
export const findLinks = (text: string): TextPiece[] => {
  const pieces: TextPiece[] = []
  let at = 0
  for (const { index, lastIndex, raw, url } of linkify.match(text) ?? []) {
    if (!URL.canParse(url)) continue
    if (index > at) pieces.push({ text: text.slice(at, index) })
    pieces.push({ text: raw, href: url })
    at = lastIndex
  }
  if (at < text.length) pieces.push({ text: text.slice(at) })
  return pieces
}
