/** The kinds of picture that are taken, by the names that the decoder gives them. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif'

interface Form {
  begins(bytes: Buffer): boolean
  /** Where the picture ends, walked along its own structure; -1 when it does not. */
  end(bytes: Buffer): number
}

const startsWith = (bytes: Buffer, mark: string, at = 0) => bytes.toString('latin1', at, at + mark.length) === mark

const SECTION_HEADER = 12

/** Chunks of PNG: length, name, content, checksum; the last is called IEND. */
const endOfPng = (bytes: Buffer): number => {
  for (let at = 8; at + SECTION_HEADER <= bytes.length;) {
    const next = at + SECTION_HEADER + bytes.readUInt32BE(at)
    if (startsWith(bytes, 'IEND', at + 4)) return next
    at = next
  }
  return -1
}

/** Texts within a PNG, which the decoder unpacks whatever they swell to, and nobody reads. */
const textChunks = ['tEXt', 'zTXt', 'iTXt']

/** A PNG without the texts in it: one that `pictureKindOf` took for whole. */
export const withoutTexts = (bytes: Buffer): Buffer => {
  const kept = [bytes.subarray(0, 8)]
  for (let at = 8; at + SECTION_HEADER <= bytes.length;) {
    const next = at + SECTION_HEADER + bytes.readUInt32BE(at)
    if (!textChunks.some(name => startsWith(bytes, name, at + 4))) kept.push(bytes.subarray(at, next))
    at = next
  }
  return Buffer.concat(kept)
}

/** Segments of JPEG up to the scans, whose bytes run until a marker that is no restart; the last is EOI. */
const endOfJpeg = (bytes: Buffer): number => {
  for (let at = 2; at + 2 <= bytes.length;) {
    if (bytes[at] !== 0xff) {
      at = bytes.indexOf(0xff, at)
      if (at === -1) return -1
    }
    const marker = bytes[at + 1]!
    if (marker === 0xd9) return at + 2
    if (marker === 0xff) at++
    else if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (at + 4 > bytes.length) return -1
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return -1
}

/** Blocks of GIF, each a chain of pieces with their lengths; the last is the trailer. */
const endOfGif = (bytes: Buffer): number => {
  const paletteSize = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  const endOfPieces = (at: number) => {
    while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!
    return at + 1
  }
  for (let at = 13 + paletteSize(bytes[10] ?? 0); at < bytes.length;) {
    if (bytes[at] === 0x3b) return at + 1
    if (bytes[at] === 0x21) at = endOfPieces(at + 2)
    else if (bytes[at] === 0x2c) at = endOfPieces(at + 11 + paletteSize(bytes[at + 9] ?? 0))
    else return -1
  }
  return -1
}

const endOfWebp = (bytes: Buffer): number => {
  const size = bytes.readUInt32LE(4)
  return 8 + size + (size % 2)
}

const forms: Record<PictureKind, Form> = {
  jpeg: { begins: bytes => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff, end: endOfJpeg },
  png: { begins: bytes => startsWith(bytes, '\x89PNG\r\n\x1a\n'), end: endOfPng },
  webp: { begins: bytes => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8), end: endOfWebp },
  gif: { begins: bytes => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'), end: endOfGif },
}

/** Words that make another kind of file of the same bytes for who looks for them: pages, scripts, documents. */
const foreignWords = /<\?php|<script|<svg[\s>]|<html|<!doctype|<iframe|%pdf-/i
/** An archive is read from its end. */
const ARCHIVE_END = 'PK\x05\x06'
const ARCHIVE_END_BYTES = 66_000

const isPolyglot = (bytes: Buffer, end: number) => {
  // A second picture behind the first is what many phones write; anything else behind it is something else.
  const behind = bytes.subarray(end)
  const plain = behind.every(byte => byte === 0) || (bytes[0] === 0xff && forms.jpeg.begins(behind))
  return (
    !plain ||
    foreignWords.test(bytes.toString('latin1')) ||
    bytes.subarray(-ARCHIVE_END_BYTES).includes(ARCHIVE_END, 0, 'latin1')
  )
}

const LEAST_BYTES = 24

/** The kind that a file truly is; null when it is none that is taken, is cut short, or is something else as well. */
export const pictureKindOf = (bytes: Buffer): PictureKind | null => {
  if (bytes.length < LEAST_BYTES) return null
  const kind = (Object.keys(forms) as PictureKind[]).find(name => forms[name].begins(bytes))
  if (!kind) return null
  const end = forms[kind].end(bytes)
  return end === -1 || end > bytes.length || isPolyglot(bytes, end) ? null : kind
}
