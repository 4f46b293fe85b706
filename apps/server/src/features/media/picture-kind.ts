export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif'

const startsWith = (bytes: Buffer, mark: string, at = 0) => bytes.toString('latin1', at, at + mark.length) === mark

/** The format by the first bytes; null if not accepted. Trailing bytes do not matter: only pixels are re-encoded. */
export const pictureKindOf = (bytes: Buffer): PictureKind | null => {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg'
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp'
  return startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a') ? 'gif' : null
}

const PNG_SIGNATURE = 8
/** Length, name and checksum around the content of a PNG chunk. */
const CHUNK_OVERHEAD = 12
const textChunks = ['tEXt', 'zTXt', 'iTXt']

/** Programs write a PNG of 10 MB in a few thousand chunks. */
const MAX_CHUNKS = 20_000

/** A PNG without its text chunks, which the decoder would decompress to any size; null if it has too many chunks. */
export const stripTextChunks = (bytes: Buffer): Buffer | null => {
  const kept = [bytes.subarray(0, PNG_SIGNATURE)]
  let chunks = 0
  for (let at = PNG_SIGNATURE; at < bytes.length;) {
    if (++chunks > MAX_CHUNKS) return null
    const length = at + CHUNK_OVERHEAD <= bytes.length ? bytes.readUInt32BE(at) : 0
    const next = at + CHUNK_OVERHEAD + length
    if (!textChunks.some(name => startsWith(bytes, name, at + 4))) kept.push(bytes.subarray(at, next))
    at = next
  }
  return Buffer.concat(kept)
}

const SCAN = Buffer.from([0xff, 0xda])
/** Programs write a progressive JPEG in about ten scans. */
const MAX_SCANS = 100

/** Each scan is a pass over all pixels, however few bytes it takes; the time limit of the decoder does not stop it. */
export const hasTooManyScans = (bytes: Buffer): boolean => {
  let scans = 0
  for (let at = bytes.indexOf(SCAN); at >= 0; at = bytes.indexOf(SCAN, at + SCAN.length))
    if (++scans > MAX_SCANS) return true
  return false
}
