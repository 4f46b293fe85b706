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

/**
 * A PNG without the texts in it, which the decoder unpacks whatever they swell to, and nobody reads. What is cut short
 * stays so.
 */
export const withoutTexts = (bytes: Buffer): Buffer => {
  const kept = [bytes.subarray(0, PNG_SIGNATURE)]
  for (let at = PNG_SIGNATURE; at < bytes.length;) {
    const length = at + CHUNK_AROUND <= bytes.length ? bytes.readUInt32BE(at) : 0
    const next = at + CHUNK_AROUND + length
    if (!textChunks.some(name => startsWith(bytes, name, at + 4))) kept.push(bytes.subarray(at, next))
    at = next
  }
  return Buffer.concat(kept)
}
