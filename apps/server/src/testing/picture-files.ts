import { deflateSync } from 'node:zlib'
import type { Random } from '@parvis/demo-world/random.ts'
import { CANARY, noisyPicture, pictureWithMetadata, plainPicture } from './pictures.ts'

/** Pictures of noise in every accepted format; empty before `encodeValidPictures`. */
export const validPictures: Record<'jpeg' | 'png' | 'webp' | 'gif', Buffer> = {} as never

export const encodeValidPictures = async (): Promise<void> => {
  validPictures.jpeg = await noisyPicture().jpeg().toBuffer()
  validPictures.png = await noisyPicture().png().toBuffer()
  validPictures.webp = await noisyPicture().webp().toBuffer()
  validPictures.gif = await noisyPicture().gif().toBuffer()
}

const crcTable = Array.from({ length: 256 }, (_, n) =>
  Array.from({ length: 8 }).reduce<number>(c => (c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1), n),
)
const crc = (bytes: Buffer) =>
  (bytes.reduce((c, byte) => crcTable[(c ^ byte) & 0xff]! ^ (c >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0
export const pngChunk = (name: string, content: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(content.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc(body), body.length + 4)
  return chunk
}
/** Returns a black PNG with one bit per pixel: the smallest file for so many pixels. */
const pngOf = (
  width: number,
  height: number,
  content = deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1))),
) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', content),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
const gifOf = (width: number, height: number) => {
  const bytes = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\0\0\0\0\0\x02\x02D\x01\0;', 'latin1')
  for (const at of [6, 24]) {
    bytes.writeUInt16LE(width, at)
    bytes.writeUInt16LE(height, at + 2)
  }
  return bytes
}
const inPng = (name: string, text: string) =>
  Buffer.concat([validPictures.png.subarray(0, 33), pngChunk(name, Buffer.from(text)), validPictures.png.subarray(33)])
const inJpeg = (text: string, segment = 0xfe) =>
  Buffer.concat([
    validPictures.jpeg.subarray(0, 2),
    Buffer.from([0xff, segment, (text.length + 2) >> 8, (text.length + 2) & 0xff]),
    Buffer.from(text),
    validPictures.jpeg.subarray(2),
  ])
export const withAppendedText = (bytes: Buffer, text: string) => Buffer.concat([bytes, Buffer.from(text, 'latin1')])
const box = (brand: string) =>
  Buffer.concat([Buffer.from('\0\0\0\x1cftyp', 'latin1'), Buffer.from(brand), Buffer.alloc(300)])
/** Returns a JPEG as some phones write it: its scan header declares other coefficients than the scan contains. */
const withOddScan = () => {
  const bytes = Buffer.from(validPictures.jpeg)
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda]))
  bytes[scan + 2 + bytes.readUInt16BE(scan + 2) - 2] = 0
  return bytes
}
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const zip = `PK\x03\x04${'\0'.repeat(26)}PK\x05\x06${'\0'.repeat(18)}`

const PHOTOSHOP_SETTINGS =
  'Photoshop 3.0\0' +
  '8BIM\x03\xed\0\0\0\0\0\x10<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN">'
const noisySize = { width: 320, height: 200 }

/** Returns a JPEG with extra scans: each scan adds only a few bytes, but requires another pass over all pixels. */
export const withRepeatedScans = async (scanCount: number) => {
  const bytes = await noisyPicture().jpeg({ progressive: true }).toBuffer()
  const last = bytes.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = bytes.subarray(last, -2)
  return Buffer.concat([bytes.subarray(0, -2), ...Array<Buffer>(scanCount).fill(scan), bytes.subarray(-2)])
}

export const nonPictures: [string, () => Buffer | Promise<Buffer>][] = [
  ['an empty file', () => Buffer.alloc(0)],
  ['one byte', () => Buffer.from('x')],
  ['plain text', () => Buffer.from('Bonjour à tous, ceci est un texte et rien de plus.')],
  ['an HTML page', () => Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(200))],
  ['SVG', () => Buffer.from(svg)],
  [
    'SVG with a prologue',
    () => Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg}`),
  ],
  ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'.padEnd(100))],
  ['an archive', () => Buffer.from(zip, 'latin1')],
  ['an executable', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300)])],
  ['HEIC', () => box('heic')],
  ['a video', () => box('isom')],
  ['AVIF', () => plainPicture(16, 16).avif().toBuffer()],
  ['TIFF', () => plainPicture().tiff().toBuffer()],
  ['a bitmap', () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(300)])],
  ['only the signature of PNG', () => validPictures.png.subarray(0, 8)],
  [
    'the signature of PNG before other data',
    () => Buffer.concat([validPictures.png.subarray(0, 8), validPictures.jpeg]),
  ],
  [
    'the signature of JPEG before other data',
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), validPictures.png]),
  ],
  ['the signature of GIF before a script', () => Buffer.from(`GIF89a/*${'\0'.repeat(40)}*/=1;alert(1)//;`, 'latin1')],
  [
    'the signature of WebP before other data',
    () => Buffer.concat([validPictures.webp.subarray(0, 12), validPictures.jpeg]),
  ],
  [
    'WebP with too large a declared length',
    () =>
      Buffer.concat([
        validPictures.webp.subarray(0, 4),
        Buffer.from([255, 255, 255, 255]),
        validPictures.webp.subarray(8),
      ]),
  ],
  ['PNG without pixels', () => pngOf(0, 0, deflateSync(Buffer.alloc(0)))],
  ['PNG with fewer pixels than declared', () => pngOf(500, 500, deflateSync(Buffer.alloc(10)))],
  ['PNG with broken content', () => pngOf(100, 100, Buffer.alloc(200, 7))],
  [
    'PNG with a wrong checksum',
    () =>
      Buffer.concat([
        validPictures.png.subarray(0, -13),
        Buffer.from([validPictures.png.at(-13)! ^ 1]),
        validPictures.png.subarray(-12),
      ]),
  ],
  ['a JPEG in hundreds of scans', () => withRepeatedScans(200)],
  [
    'a PNG in thousands of chunks',
    () =>
      Buffer.concat([
        validPictures.png.subarray(0, 33),
        ...Array<Buffer>(30_000).fill(pngChunk('teSt', Buffer.alloc(0))),
        validPictures.png.subarray(33),
      ]),
  ],
  ['a JPEG cut in half', () => validPictures.jpeg.subarray(0, validPictures.jpeg.length / 2)],
  ['a PNG cut in half', () => validPictures.png.subarray(0, validPictures.png.length / 2)],
  ['a WebP cut in half', () => validPictures.webp.subarray(0, validPictures.webp.length / 2)],
  ['a GIF cut in half', () => validPictures.gif.subarray(0, validPictures.gif.length / 2)],
]

export const decompressionBombs: [string, () => Buffer | Promise<Buffer>][] = [
  ['a PNG of 900 million pixels', () => pngOf(30_000, 30_000, deflateSync(Buffer.alloc(1000)))],
  ['a complete PNG of 64 million pixels', () => pngOf(8000, 8000)],
  ['a PNG one line too high', () => pngOf(8000, 5001)],
  ['a GIF of 4 billion pixels', () => gifOf(65_535, 65_535)],
  ['a PNG of 40,000 by 2 pixels', () => pngOf(40_000, 2)],
  ['a PNG of 2 by 40,000 pixels', () => pngOf(2, 40_000)],
  ['a JPEG of 42 million pixels', () => plainPicture(8400, 5000).jpeg().toBuffer()],
  [
    'an interlaced 16-bit PNG of 8 million pixels',
    () => plainPicture(3200, 2500).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  ],
]

export const acceptedPictures: [string, () => Promise<Buffer>, { width: number; height: number }][] = [
  ['a JPEG with location metadata', () => pictureWithMetadata().jpeg().toBuffer(), { width: 320, height: 200 }],
  [
    'a JPEG with an orientation tag',
    () => pictureWithMetadata().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    { width: 200, height: 320 },
  ],
  ['a PNG with location metadata', () => pictureWithMetadata().png().toBuffer(), { width: 320, height: 200 }],
  ['a WebP with location metadata', () => pictureWithMetadata().webp().toBuffer(), { width: 320, height: 200 }],
  ['a JPEG with a comment', async () => inJpeg(CANARY), { width: 320, height: 200 }],
  ['a PNG with a text chunk', async () => inPng('tEXt', `Comment\0${CANARY}`), { width: 320, height: 200 }],
  ['a CMYK JPEG', () => noisyPicture().toColourspace('cmyk').jpeg().toBuffer(), { width: 320, height: 200 }],
  ['a progressive JPEG', () => noisyPicture().jpeg({ progressive: true }).toBuffer(), { width: 320, height: 200 }],
  ['a greyscale JPEG', () => noisyPicture().greyscale().jpeg().toBuffer(), { width: 320, height: 200 }],
  [
    'a 16-bit PNG with transparency',
    () => noisyPicture().ensureAlpha(0.5).toColourspace('rgb16').png().toBuffer(),
    { width: 320, height: 200 },
  ],
  ['a PNG of one pixel', () => plainPicture(1, 1).png().toBuffer(), { width: 1, height: 1 }],
  ['a GIF', async () => validPictures.gif, { width: 320, height: 200 }],
  [
    'a JPEG with a second one appended',
    async () => Buffer.concat([validPictures.jpeg, validPictures.jpeg]),
    { width: 320, height: 200 },
  ],
  [
    'a truncated JPEG, which every browser shows',
    async () =>
      Buffer.concat([validPictures.jpeg.subarray(0, validPictures.jpeg.length / 2), Buffer.from([0xff, 0xd9])]),
    noisySize,
  ],
  ['a JPEG that is also an archive', async () => withAppendedText(validPictures.jpeg, zip), noisySize],
  ['a JPEG that is also an HTML page', async () => inJpeg('<html><script>alert(1)</script>'), noisySize],
  ['a JPEG that is also a script', async () => inJpeg('<?php system($_GET[0]); ?>'), noisySize],
  ['a JPEG that is also a PDF', async () => inJpeg('%PDF-1.4'), noisySize],
  [
    'a JPEG with a video appended',
    async () => withAppendedText(validPictures.jpeg, box('mp42').toString('latin1')),
    noisySize,
  ],
  ['a JPEG with Photoshop print settings', async () => inJpeg(PHOTOSHOP_SETTINGS, 0xed), noisySize],
  ['a JPEG with an unusual scan header', async () => withOddScan(), noisySize],
  ['a PNG that is also an HTML page', async () => inPng('tEXt', 'Comment\0<script>alert(1)</script>'), noisySize],
  ['a PNG with a script behind it', async () => withAppendedText(validPictures.png, '<?php ?><script>'), noisySize],
  ['a PNG that is a drawing too', async () => inPng('iTXt', svg), noisySize],
  ['a WebP with an archive behind it', async () => withAppendedText(validPictures.webp, zip), noisySize],
  ['a GIF with a page behind it', async () => withAppendedText(validPictures.gif, '<html><script>'), noisySize],
  ['a large one', () => plainPicture(4000, 3000).jpeg().toBuffer(), { width: 2048, height: 1536 }],
  ['one of 40 million pixels', async () => pngOf(8000, 5000), { width: 2048, height: 1280 }],
]

/** Returns a copy with one to eight mutations: bytes changed, removed, duplicated or truncated. */
export const damagePicture = (bytes: Buffer, random: Random): Buffer => {
  let damaged = Buffer.from(bytes)
  for (let remaining = random.int(1, 8); remaining > 0; remaining--) {
    const at = random.int(0, damaged.length - 1)
    const length = random.int(1, 12)
    switch (random.int(0, 4)) {
      case 0:
        damaged = damaged.subarray(0, Math.max(30, at))
        break
      case 1:
        damaged = Buffer.concat([damaged.subarray(0, at), damaged.subarray(at + length)])
        break
      case 2:
        damaged = Buffer.concat([damaged.subarray(0, at), damaged.subarray(at, at + length), damaged.subarray(at)])
        break
      default:
        for (let byte = at; byte < Math.min(at + length, damaged.length); byte++) damaged[byte] = random.int(0, 255)
    }
  }
  return damaged
}
