/** The kinds of picture that are taken, by the names that the decoder gives them. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif'

const startsWith = (bytes: Buffer, mark: string, at = 0) => bytes.toString('latin1', at, at + mark.length) === mark

/**
 * The kind that a file is by its first bytes; null when it is none that is taken. Whatever else a camera or a program has
 * written into it, a film, a document, a script, is no matter: what is broken or cut short the decoder refuses, and only
 * pixels are written anew.
 */
export const pictureKindOf = (bytes: Buffer): PictureKind | null => {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg'
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp'
  return startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a') ? 'gif' : null
}

const PNG_SIGNATURE = 8
/** Length, name and checksum of a chunk of PNG, around its content. */
const CHUNK_AROUND = 12
const textChunks = ['tEXt', 'zTXt', 'iTXt']

/** Programs write a PNG of 10 MB in some thousand chunks. */
const MOST_CHUNKS = 20_000

/**
 * A PNG without the texts in it, which the decoder unpacks whatever they swell to, and nobody reads. What is cut short
 * stays so; null for one of more chunks than any program writes.
 */
export const withoutTexts = (bytes: Buffer): Buffer | null => {
  const kept = [bytes.subarray(0, PNG_SIGNATURE)]
  let chunks = 0
  for (let at = PNG_SIGNATURE; at < bytes.length;) {
    if (++chunks > MOST_CHUNKS) return null
    const length = at + CHUNK_AROUND <= bytes.length ? bytes.readUInt32BE(at) : 0
    const next = at + CHUNK_AROUND + length
    if (!textChunks.some(name => startsWith(bytes, name, at + 4))) kept.push(bytes.subarray(at, next))
    at = next
  }
  return Buffer.concat(kept)
}

const SCAN = Buffer.from([0xff, 0xda])
/** Programs write a progressive JPEG in some ten scans. */
const MOST_SCANS = 100

/**
 * Whether a JPEG is drawn in more scans than any program writes: each is a go over all pixels, however few bytes it has,
 * and the decoder's time limit does not stop it.
 */
export const hasManyScans = (bytes: Buffer): boolean => {
  let scans = 0
  for (let at = bytes.indexOf(SCAN); at >= 0; at = bytes.indexOf(SCAN, at + SCAN.length))
    if (++scans > MOST_SCANS) return true
  return false
}
