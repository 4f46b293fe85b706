import { LinkifyIt } from 'linkify-it'

export interface TextPiece {
  text: string
  href?: string
}

/** Without a scheme, only these endings and "www." count: "demain.Il" must not become a link. */
const endings = ['fr', 'com', 'org', 'net', 'eu', 'info', 'ch', 'uk']

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, tlds: endings })
  .add('//', null)
  .add('ftp:', null)
  .add('www.', {
    validate: (text, at, { re }) => {
      const host = re.get_relative_proto_validator()
      host.lastIndex = at
      return host.exec(text)?.[0].length ?? 0
    },
    normalize: match => {
      match.url = `https://${match.url}`
    },
  })

/** From 0 or with a country code, in groups separated by a space, a dot or a hyphen. */
const phoneNumber = /(?<![\w+.,:/-])(?:\+\d{1,3}[ .-]?(?:\(0\))?|0)\d(?:[ .\u00a0\u202f-]?\d){6,11}(?![\w-]|[.,:/]\d)/g
/** Number of digits of a national number, so that a date (01.02.2026) is none. */
const NATIONAL = { least: 10, most: 11 }
const INTERNATIONAL = { least: 8, most: 15 }

const phoneHref = (written: string): string | null => {
  const digits = written.replace('(0)', '').replace(/\D/g, '')
  const { least, most } = written.startsWith('+') ? INTERNATIONAL : NATIONAL
  return digits.length < least || digits.length > most ? null : `tel:${written.startsWith('+') ? '+' : ''}${digits}`
}

interface Found {
  index: number
  text: string
  href: string
}

const cutAt = (text: string, finds: readonly Found[]): TextPiece[] => {
  const pieces: TextPiece[] = []
  let at = 0
  for (const { index, text: found, href } of finds) {
    if (index > at) pieces.push({ text: text.slice(at, index) })
    pieces.push({ text: found, href })
    at = index + found.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at) })
  return pieces
}

const findPhones = (text: string): TextPiece[] =>
  cutAt(
    text,
    [...text.matchAll(phoneNumber)].flatMap(({ index, 0: written }) => {
      const href = phoneHref(written)
      return href ? [{ index, text: written, href }] : []
    }),
  )

/** Punctuation that ends a sentence belongs to no link. */
export const findLinks = (text: string): TextPiece[] =>
  cutAt(
    text,
    (linkify.match(text) ?? [])
      .filter(({ url }) => URL.canParse(url))
      .map(({ index, raw, url }) => ({ index, text: raw, href: url })),
  ).flatMap(piece => (piece.href ? [piece] : findPhones(piece.text)))
