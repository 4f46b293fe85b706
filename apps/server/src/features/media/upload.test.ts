import { deflateSync } from 'node:zlib'
import { MAX_PICTURE_BYTES } from '@parvis/contract/limits.ts'
import { mediaSizes } from '@parvis/contract/entity.ts'
import type { Media } from '@parvis/contract/entity.ts'
import { mediaWidths } from '@parvis/contract/media.ts'
import sharp from 'sharp'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Random, createRandom } from '@parvis/demo-world/random.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { reportFigures } from '#server/testing/figures.ts'
import { sizeOf } from '#server/testing/long.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { userIdOf } from '#server/testing/people.ts'
import { CANARY, noisyPicture, plainPicture, pictureWithMetadata } from '#server/testing/pictures.ts'
import { setAmount } from '#server/testing/day-limits.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { hasTooManyScans, stripTextChunks } from './picture-kind.ts'
import { UPLOAD_BYTES_PER_DAY, UPLOADS_PER_MINUTE } from './upload-quota.service.ts'

/** Damaged pictures: 5,000 in the long run (`UPLOADS`). */
const DAMAGED = sizeOf('UPLOADS', 40, 5_000)

let server: TestServer
let neighbor: Visitor
const valid: Record<'jpeg' | 'png' | 'webp' | 'gif', Buffer> = {} as never

beforeAll(async () => {
  server = await openTestServer('demo')
  neighbor = await server.as('neighbor')
  valid.jpeg = await noisyPicture().jpeg().toBuffer()
  valid.png = await noisyPicture().png().toBuffer()
  valid.webp = await noisyPicture().webp().toBuffer()
  valid.gif = await noisyPicture().gif().toBuffer()
})
beforeEach(async () => {
  await server.db.deleteFrom('attempts').execute()
})
afterAll(() => server.close())

const upload = (bytes: Uint8Array, fields: [string, string | object][] = [], visitor = neighbor) =>
  visitor.send({ method: 'POST', url: '/media', ...multipartOf([...fields, ['files', bytes]]) })
const resultOf = async (bytes: Uint8Array): Promise<string> => {
  const reply = await upload(bytes)
  return reply.status === 200 ? '200' : `${reply.status} ${reply.error.key} ${reply.error.field}`
}
const bytesOf = async (id: string, size: string) =>
  buffer((await server.platform.storage.get(`${id}/${size}`))!.stream())
const rowCount = async () => (await server.db.selectFrom('media').select('id').execute()).length

/** Anything in a stored picture that our own encoder does not write. */
const leaksOf = async (bytes: Buffer): Promise<string[]> => {
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

const expectReencoded = async (media: Media) => {
  for (const size of mediaSizes) {
    const bytes = await bytesOf(media._id, size)
    expect([size, await leaksOf(bytes)]).toEqual([size, []])
    const { width = 0, height = 0 } = await sharp(bytes).metadata()
    expect(Math.max(width, height)).toBe(Math.min(mediaWidths[size], Math.max(media.width, media.height)))
  }
  expect(media.thumbhash).toMatch(/^[A-Za-z0-9+/]{20,}=*$/)
}

const crcTable = Array.from({ length: 256 }, (_, n) =>
  Array.from({ length: 8 }).reduce<number>(c => (c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1), n),
)
const crc = (bytes: Buffer) =>
  (bytes.reduce((c, byte) => crcTable[(c ^ byte) & 0xff]! ^ (c >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0
const chunk = (name: string, content: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(content.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc(body), body.length + 4)
  return whole
}
/** One bit per pixel, all black: the smallest file for the most pixels. */
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
    chunk('IHDR', header),
    chunk('IDAT', content),
    chunk('IEND', Buffer.alloc(0)),
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
  Buffer.concat([valid.png.subarray(0, 33), chunk(name, Buffer.from(text)), valid.png.subarray(33)])
const inJpeg = (text: string, segment = 0xfe) =>
  Buffer.concat([
    valid.jpeg.subarray(0, 2),
    Buffer.from([0xff, segment, (text.length + 2) >> 8, (text.length + 2) & 0xff]),
    Buffer.from(text),
    valid.jpeg.subarray(2),
  ])
const withTrailing = (bytes: Buffer, text: string) => Buffer.concat([bytes, Buffer.from(text, 'latin1')])
const box = (brand: string) =>
  Buffer.concat([Buffer.from('\0\0\0\x1cftyp', 'latin1'), Buffer.from(brand), Buffer.alloc(300)])
/** A JPEG as some phones write it: the scan header declares another range of coefficients than the scan has. */
const withOddScan = () => {
  const bytes = Buffer.from(valid.jpeg)
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

/** Each repeated scan is another pass over all pixels in a few bytes. */
const withRepeatedScans = async (scans: number) => {
  const bytes = await noisyPicture().jpeg({ progressive: true }).toBuffer()
  const last = bytes.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = bytes.subarray(last, -2)
  return Buffer.concat([bytes.subarray(0, -2), ...Array<Buffer>(scans).fill(scan), bytes.subarray(-2)])
}

const nonPictures: [string, () => Buffer | Promise<Buffer>][] = [
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
  ['only the signature of PNG', () => valid.png.subarray(0, 8)],
  ['the signature of PNG before other data', () => Buffer.concat([valid.png.subarray(0, 8), valid.jpeg])],
  ['the signature of JPEG before other data', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), valid.png])],
  ['the signature of GIF before a script', () => Buffer.from(`GIF89a/*${'\0'.repeat(40)}*/=1;alert(1)//;`, 'latin1')],
  ['the signature of WebP before other data', () => Buffer.concat([valid.webp.subarray(0, 12), valid.jpeg])],
  [
    'WebP with too large a declared length',
    () => Buffer.concat([valid.webp.subarray(0, 4), Buffer.from([255, 255, 255, 255]), valid.webp.subarray(8)]),
  ],
  ['PNG without pixels', () => pngOf(0, 0, deflateSync(Buffer.alloc(0)))],
  ['PNG with fewer pixels than declared', () => pngOf(500, 500, deflateSync(Buffer.alloc(10)))],
  ['PNG with broken content', () => pngOf(100, 100, Buffer.alloc(200, 7))],
  [
    'PNG with a wrong checksum',
    () => Buffer.concat([valid.png.subarray(0, -13), Buffer.from([valid.png.at(-13)! ^ 1]), valid.png.subarray(-12)]),
  ],
  ['a JPEG in hundreds of scans', () => withRepeatedScans(200)],
  [
    'a PNG in thousands of chunks',
    () =>
      Buffer.concat([
        valid.png.subarray(0, 33),
        ...Array<Buffer>(30_000).fill(chunk('teSt', Buffer.alloc(0))),
        valid.png.subarray(33),
      ]),
  ],
  ['a JPEG cut in half', () => valid.jpeg.subarray(0, valid.jpeg.length / 2)],
  ['a PNG cut in half', () => valid.png.subarray(0, valid.png.length / 2)],
  ['a WebP cut in half', () => valid.webp.subarray(0, valid.webp.length / 2)],
  ['a GIF cut in half', () => valid.gif.subarray(0, valid.gif.length / 2)],
]

const decompressionBombs: [string, () => Buffer | Promise<Buffer>][] = [
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

const pictures: [string, () => Promise<Buffer>, { width: number; height: number }][] = [
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
  ['a GIF', async () => valid.gif, { width: 320, height: 200 }],
  [
    'a JPEG with a second one appended',
    async () => Buffer.concat([valid.jpeg, valid.jpeg]),
    { width: 320, height: 200 },
  ],
  [
    'a truncated JPEG, which every browser shows',
    async () => Buffer.concat([valid.jpeg.subarray(0, valid.jpeg.length / 2), Buffer.from([0xff, 0xd9])]),
    noisySize,
  ],
  ['a JPEG that is also an archive', async () => withTrailing(valid.jpeg, zip), noisySize],
  ['a JPEG that is also an HTML page', async () => inJpeg('<html><script>alert(1)</script>'), noisySize],
  ['a JPEG that is also a script', async () => inJpeg('<?php system($_GET[0]); ?>'), noisySize],
  ['a JPEG that is also a PDF', async () => inJpeg('%PDF-1.4'), noisySize],
  ['a JPEG with a video appended', async () => withTrailing(valid.jpeg, box('mp42').toString('latin1')), noisySize],
  ['a JPEG with Photoshop print settings', async () => inJpeg(PHOTOSHOP_SETTINGS, 0xed), noisySize],
  ['a JPEG with an unusual scan header', async () => withOddScan(), noisySize],
  ['a PNG that is also an HTML page', async () => inPng('tEXt', 'Comment\0<script>alert(1)</script>'), noisySize],
  ['a PNG with a script behind it', async () => withTrailing(valid.png, '<?php ?><script>'), noisySize],
  ['a PNG that is a drawing too', async () => inPng('iTXt', svg), noisySize],
  ['a WebP with an archive behind it', async () => withTrailing(valid.webp, zip), noisySize],
  ['a GIF with a page behind it', async () => withTrailing(valid.gif, '<html><script>'), noisySize],
  ['a large one', () => plainPicture(4000, 3000).jpeg().toBuffer(), { width: 2048, height: 1536 }],
  ['one of 40 million pixels', async () => pngOf(8000, 5000), { width: 2048, height: 1280 }],
]

describe('an upload', () => {
  it.each(pictures)('of %s is re-encoded', async (_, make, size) => {
    const reply = await upload(await make())
    const media = reply.answer as Media
    expect(media).toMatchObject(size)
    await expectReencoded(media)
  })

  it('of an animation is stored as its first frame', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map(background =>
        sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const animated = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    expect((await sharp(animated).metadata()).pages).toBe(2)
    const media = (await upload(animated)).answer as Media
    await expectReencoded(media)
    const { data } = await sharp(await bytesOf(media._id, 'full'))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([media.width, media.height, data[0]! > 200, data[2]! < 60]).toEqual([40, 30, true, true])
  })

  it.each(nonPictures)('that is %s is refused', async (_, make) => {
    const before = await rowCount()
    expect(await resultOf(await make())).toBe('415 unsupportedmedia files')
    expect(await rowCount()).toBe(before)
  })

  it.each(decompressionBombs)('that is %s is refused as too large', async (_, make) => {
    const before = await rowCount()
    expect(await resultOf(await make())).toBe('413 toolarge files')
    expect(await rowCount()).toBe(before)
  })

  it('may have as many JPEG scans as programs write, and no more', async () => {
    expect([hasTooManyScans(await withRepeatedScans(20)), hasTooManyScans(await withRepeatedScans(200))]).toEqual([
      false,
      true,
    ])
  })

  it('is decoded without PNG text chunks, which may decompress to any size', () => {
    const compressed = deflateSync(Buffer.alloc(60_000_000)).toString('latin1')
    expect(
      stripTextChunks(
        Buffer.concat([
          valid.png.subarray(0, 33),
          chunk('zTXt', Buffer.from(`Comment\0\0${compressed}`, 'latin1')),
          valid.png.subarray(33),
        ]),
      )!.equals(valid.png),
    ).toBe(true)
    expect(stripTextChunks(valid.png)!.equals(valid.png)).toBe(true)
  })

  it('waits for other uploads of the same user only', async () => {
    const busyUser = await server.as('employee')
    const large = await plainPicture(3000, 2000).jpeg().toBuffer()
    const done: string[] = []
    const sends = Array.from(
      { length: 4 },
      async () => void done.push(String((await upload(large, [], busyUser)).status)),
    )
    // the queue of the busy user is full before the other upload starts
    const bucket = `upload ${await userIdOf(busyUser)}`
    const counted = async () =>
      (await server.db.selectFrom('attempts').select('at').where('bucket', '=', bucket).execute())[0]?.at.length
    await expect.poll(counted, { interval: 5 }).toBeGreaterThan(1)
    await upload(valid.png)
    done.push('other')
    await Promise.all(sends)
    expect(done.indexOf('other')).toBeLessThanOrEqual(2)
    expect(done.filter(status => status === '200')).toHaveLength(4)
  })

  it(
    'that is damaged is refused or re-encoded',
    async () => {
      const random = createRandom(2026)
      const bases = [
        await pictureWithMetadata(160, 100).jpeg().toBuffer(),
        await pictureWithMetadata(60, 40).png().toBuffer(),
        await pictureWithMetadata(160, 100).webp().toBuffer(),
        await plainPicture(80, 60).gif().toBuffer(),
      ]
      const answers = new Map<string, number>()
      for (let round = 0; round < DAMAGED; round++) {
        if (round % 50 === 0) await server.db.deleteFrom('attempts').execute()
        const bytes = damage(random.pick(bases), random)
        const reply = await upload(bytes)
        const answer = reply.status === 200 ? '200' : `${reply.status} ${reply.error.key}`
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
        if (reply.status === 200) await expectReencoded(reply.answer as Media)
      }
      expect(
        [...answers.keys()].filter(answer => !['200', '415 unsupportedmedia', '413 toolarge'].includes(answer)),
      ).toEqual([])
      expect(answers.get('415 unsupportedmedia')).toBeGreaterThan(DAMAGED / 4)
      // too few damaged pictures stay readable in the short run
      if (DAMAGED >= 200) expect(answers.get('200')).toBeGreaterThan(DAMAGED / 40)
      if (process.env.UPLOADS) reportFigures('damaged uploads', 2026, Object.fromEntries(answers))
    },
    60_000 + DAMAGED * 100,
  )

  it('fails if a stored picture contains anything of the original file', async () => {
    const withMetadata = await pictureWithMetadata().jpeg().toBuffer()
    const whole = await sharp(withMetadata).keepMetadata().webp().toBuffer()
    const animated = await sharp([valid.png, await noisyPicture().negate().png().toBuffer()], {
      join: { animated: true },
    })
      .webp({ delay: [100, 100] })
      .toBuffer()
    expect(await leaksOf(whole)).toEqual(expect.arrayContaining(['exif', 'xmp', 'icc', 'words']))
    expect(await leaksOf(withMetadata)).toContain('is jpeg')
    expect((await leaksOf(animated)).join()).toContain('chunks')
    expect(
      await leaksOf(withTrailing(await plainPicture().webp().toBuffer(), 'x'.repeat(12))).catch(() => ['broken']),
    ).not.toEqual([])
  })

  it('is stored with its alternative texts', async () => {
    const { answer } = await upload(valid.jpeg, [
      ['alt', ' Un chat '],
      ['lang', { en: { alt: 'A cat' } }],
    ])
    expect(answer).toMatchObject({ alt: 'Un chat', lang: { en: { alt: 'A cat' } } })
    expect((await upload(valid.jpeg, [['alt', '  ']])).answer).toMatchObject({ alt: null, lang: { en: { alt: null } } })
    expect((await upload(valid.jpeg, [['alt', 'x'.repeat(301)]])).error.key).toBe('badrequest')
  })

  it('must contain exactly one file', async () => {
    const without = await neighbor.send({ method: 'POST', url: '/media', ...multipartOf([['alt', 'Un chat']]) })
    const json = await neighbor.send({
      method: 'POST',
      url: '/media',
      payload: '{"alt":"Un chat"}',
      headers: { 'content-type': 'application/json' },
    })
    const two = await neighbor.send({
      method: 'POST',
      url: '/media',
      ...multipartOf([
        ['files', valid.jpeg],
        ['files', valid.jpeg],
      ]),
    })
    for (const { status, error } of [without, json, two])
      expect([status, error]).toEqual([400, { key: 'badrequest', field: 'files' }])
    expect((await upload(Buffer.alloc(MAX_PICTURE_BYTES + 1))).error).toEqual({ key: 'toolarge', field: 'files' })
  })

  it('is limited in pictures per minute', async () => {
    const { answer } = await upload(valid.jpeg)
    const { user_id } = await server.db
      .selectFrom('media')
      .select('user_id')
      .where('id', '=', (answer as Media)._id)
      .executeTakeFirstOrThrow()
    const at = Array.from({ length: UPLOADS_PER_MINUTE }, () => new Date())
    await server.db.updateTable('attempts').set({ at }).where('bucket', '=', `upload ${user_id}`).execute()
    expect((await upload(valid.jpeg)).status).toBe(429)
    await server.db.deleteFrom('attempts').execute()
  })

  it('is limited in bytes per day', async () => {
    const { answer } = await upload(valid.jpeg)
    const { user_id } = await server.db
      .selectFrom('media')
      .select('user_id')
      .where('id', '=', (answer as Media)._id)
      .executeTakeFirstOrThrow()
    const bucket = server.db.selectFrom('attempts').where('bucket', '=', `pictures ${user_id}`)
    const used = async () => (await bucket.select('amounts').executeTakeFirstOrThrow()).amounts
    expect(await used()).toEqual([valid.jpeg.length])
    await setAmount(server.db, `pictures ${user_id}`, UPLOAD_BYTES_PER_DAY - valid.jpeg.length)
    expect((await upload(valid.jpeg)).status).toBe(200)
    const { status, error } = await upload(valid.jpeg)
    expect([status, error.key, error.params!.limit]).toEqual([429, 'toomanyrequests', 'day'])
    expect(Number(error.params!.seconds)).toBeLessThanOrEqual(DAY_MS / 1000)
    expect((await used())!.reduce((sum, one) => sum + one, 0)).toBe(UPLOAD_BYTES_PER_DAY)
    await setAmount(server.db, `pictures ${user_id}`, UPLOAD_BYTES_PER_DAY, 24)
    expect((await upload(valid.jpeg)).status).toBe(200)
    expect(await used()).toEqual([valid.jpeg.length])
    await server.db.deleteFrom('attempts').execute()
  })

  it('returns 507 when the storage is full, and leaves nothing behind', async () => {
    const { storage } = server.platform
    const [put, remove] = [storage.put, storage.remove]
    const before = await rowCount()
    const storedKeys = new Set<string>()
    storage.put = async (key, bytes) => {
      if (key.endsWith('/full')) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      storedKeys.add(key)
      await put(key, bytes)
    }
    storage.remove = async key => {
      storedKeys.delete(key)
      await remove(key)
    }
    try {
      const { status, error } = await upload(valid.jpeg)
      expect([status, error.key, storedKeys.size, await rowCount()]).toEqual([507, 'storagefull', 0, before])
    } finally {
      Object.assign(storage, { put, remove })
    }
  })
})

/** Applies one to eight mutations: bytes changed, removed, duplicated or truncated. */
const damage = (bytes: Buffer, random: Random): Buffer => {
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
