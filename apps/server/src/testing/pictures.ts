import sharp from 'sharp'

/** What no stored picture may ever hold: it stands in all the metadata that these pictures bring along. */
export const CANARY = 'CANARY-51.5-0.12'

const colours = { r: 200, g: 120, b: 40 }

/** A plain picture, as a camera would not send it: nothing in it but pixels. */
export const plainPicture = (width = 320, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: colours } })

/** Noise, which neither compresses to nothing nor survives being damaged unseen. */
export const noisyPicture = (width = 320, height = 200) =>
  sharp({
    create: { width, height, channels: 3, background: colours, noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })

/** As a phone sends it: where, when, who and which way up, in every place that a format has for it. */
export const tellingPicture = (width = 320, height = 200) =>
  noisyPicture(width, height)
    .withExif({
      IFD0: { Copyright: CANARY, Make: CANARY },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 53/1 55/1', GPSLongitudeRef: 'E', GPSLongitude: '6/1 7/1 43/1' },
    })
    .withXmp(
      `<?xpacket begin="" id="W5M0"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>${CANARY}</rdf:Description></rdf:RDF></x:xmpmeta>`,
    )
    .withIccProfile('p3')
