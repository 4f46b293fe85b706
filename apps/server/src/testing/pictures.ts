import sharp from 'sharp'

/** A marker in all metadata of these pictures; no stored picture may contain it. */
export const CANARY = 'CANARY-51.5-0.12'

const colours = { r: 200, g: 120, b: 40 }

export const plainPicture = (width = 320, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: colours } })

/** Noise, which compresses badly and shows any damage. */
export const noisyPicture = (width = 320, height = 200) =>
  sharp({
    create: { width, height, channels: 3, background: colours, noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })

/** A picture as a phone sends it, with position, time, author and orientation in every metadata block. */
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
