import sharp from 'sharp'

/** A marker in the metadata of test pictures; no stored picture may contain it. */
export const CANARY = 'CANARY-51.5-0.12'

const colours = { r: 200, g: 120, b: 40 }

export const plainPicture = (width = 320, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: colours } })

/** Returns a picture of noise, which compresses badly and shows any damage. */
export const noisyPicture = (width = 320, height = 200) =>
  sharp({
    create: { width, height, channels: 3, background: colours, noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })

/** Returns a picture with metadata as a phone adds them: EXIF with a position, an XMP block, and a colour profile. */
export const pictureWithMetadata = (width = 320, height = 200) =>
  noisyPicture(width, height)
    .withExif({
      IFD0: { Copyright: CANARY, Make: CANARY },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 53/1 55/1', GPSLongitudeRef: 'E', GPSLongitude: '6/1 7/1 43/1' },
    })
    .withXmp(
      `<?xpacket begin="" id="W5M0"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>${CANARY}</rdf:Description></rdf:RDF></x:xmpmeta>`,
    )
    .withIccProfile('p3')

/** Returns whatever a stored picture contains that the encoder of the server does not write. */
export const findForeignContent = async (bytes: Buffer): Promise<string[]> => {
  const found: string[] = []
  const { format, exif, xmp, iptc, icc, orientation, pages = 1 } = await sharp(bytes).metadata()
  if (format !== 'webp') found.push(`is ${format}`)
  for (const [name, value] of Object.entries({ exif, xmp, iptc, icc, orientation }))
    if (value !== undefined) found.push(name)
  if (pages !== 1) found.push(`${pages} pages`)
  if (/CANARY|Exif\0|<x:xmp|<script/.test(bytes.toString('latin1'))) found.push('words')
  const chunks: string[] = []
  for (let at = 12; at < bytes.length; at += 8 + bytes.readUInt32LE(at + 4) + (bytes.readUInt32LE(at + 4) % 2))
    chunks.push(bytes.toString('latin1', at, at + 4))
  if (chunks.some(chunk => !['VP8 ', 'VP8L', 'VP8X', 'ALPH'].includes(chunk))) found.push(`chunks ${chunks.join()}`)
  return found
}
