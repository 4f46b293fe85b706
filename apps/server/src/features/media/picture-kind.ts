export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif'

const startsWith = (bytes: Buffer, mark: string, at = 0) => bytes.toString('latin1', at, at + mark.length) === mark

/**
 * Returns the format that the first bytes indicate, or null if this format is not accepted. The decoder checks the
 * rest.
 */
export const pictureKindOf = (bytes: Buffer): PictureKind | null => {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg'
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp'
  return startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a') ? 'gif' : null
}

const PNG_SIGNATURE = 8
/** Number of bytes of the length, the name and the checksum of a PNG chunk. */
const CHUNK_OVERHEAD = 12
const textChunks = ['tEXt', 'zTXt', 'iTXt']

/** Maximum number of chunks in a PNG. Common programs write a PNG of 10 MB in a few thousand chunks. */
const MAX_CHUNKS = 20_000

/**
 * Returns a PNG without its text chunks, which the decoder would decompress to any size. Returns null if the PNG has
 * too many chunks.
 */
export const stripTextChunks = (bytes: Buffer): Buffer | null => {
  const parts = [bytes.subarray(0, PNG_SIGNATURE)]
  let chunks = 0
  for (let at = PNG_SIGNATURE; at < bytes.length;) {
    if (++chunks > MAX_CHUNKS) return null
    const length = at + CHUNK_OVERHEAD <= bytes.length ? bytes.readUInt32BE(at) : 0
    const next = at + CHUNK_OVERHEAD + length
    if (!textChunks.some(name => startsWith(bytes, name, at + 4))) parts.push(bytes.subarray(at, next))
    at = next
  }
  return Buffer.concat(parts)
}

const SCAN = Buffer.from([0xff, 0xda])
/** Maximum number of scans in a JPEG. Common programs write a progressive JPEG in about ten scans. */
const MAX_SCANS = 100

/**
 * Each scan, however few bytes it has, makes the decoder process all pixels, and the decoder’s time limit does not stop
 * this.
 */
export const hasTooManyScans = (bytes: Buffer): boolean => {
  let scans = 0
  for (let at = bytes.indexOf(SCAN); at >= 0; at = bytes.indexOf(SCAN, at + SCAN.length))
    if (++scans > MAX_SCANS) return true
  return false
}
