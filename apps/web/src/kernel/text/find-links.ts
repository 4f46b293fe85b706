import { LinkifyIt } from 'linkify-it'

export interface TextPiece {
  text: string
  href?: string
}

/** A host without a scheme is linked only with "www." or one of these endings: "demain.Il" must not become a link. */
const topLevelDomains = ['fr', 'com', 'org', 'net', 'eu', 'info', 'ch', 'uk']

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, tlds: topLevelDomains })
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

/** A phone number starts with 0 or a country code; its groups are separated by a space, a dot or a hyphen. */
const phoneNumber = /(?<![\w+.,:/-])(?:\+\d{1,3}[ .-]?(?:\(0\))?|0)\d(?:[ .\u00a0\u202f-]?\d){6,11}(?![\w-]|[.,:/]\d)/g
/** The minimum and maximum number of digits in a national number; a date (01.02.2026) has fewer. */
const NATIONAL = { min: 10, max: 11 }
const INTERNATIONAL = { min: 8, max: 15 }

const phoneHref = (phone: string): string | null => {
  const digits = phone.replace('(0)', '').replace(/\D/g, '')
  const { min, max } = phone.startsWith('+') ? INTERNATIONAL : NATIONAL
  return digits.length < min || digits.length > max ? null : `tel:${phone.startsWith('+') ? '+' : ''}${digits}`
}

interface LinkMatch {
  index: number
  text: string
  href: string
}

const splitAt = (text: string, matches: readonly LinkMatch[]): TextPiece[] => {
  const pieces: TextPiece[] = []
  let at = 0
  for (const { index, text: matched, href } of matches) {
    if (index > at) pieces.push({ text: text.slice(at, index) })
    pieces.push({ text: matched, href })
    at = index + matched.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at) })
  return pieces
}

const findPhones = (text: string): TextPiece[] =>
  splitAt(
    text,
    [...text.matchAll(phoneNumber)].flatMap(({ index, 0: phone }) => {
      const href = phoneHref(phone)
      return href ? [{ index, text: phone, href }] : []
    }),
  )

export const findLinks = (text: string): TextPiece[] =>
  splitAt(
    text,
    (linkify.match(text) ?? [])
      .filter(({ url }) => URL.canParse(url))
      .map(({ index, raw, url }) => ({ index, text: raw, href: url })),
  ).flatMap(piece => (piece.href ? [piece] : findPhones(piece.text)))
