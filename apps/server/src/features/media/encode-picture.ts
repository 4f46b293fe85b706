import type { MediaSize } from '@parvis/contract/entity.ts'
import { mediaWidths } from '@parvis/contract/media.ts'
import type { Metadata } from 'sharp'
import { fail, KeyedError } from '#server/kernel/errors.ts'
import { FILES_FIELD } from '#server/kernel/http/multipart.ts'
import { limitConcurrency, limitConcurrencyByKey } from '#server/kernel/limits/concurrency-limit.ts'
import { hasManyScans, pictureKindOf, withoutTexts } from './picture-kind.ts'

export const MAX_PICTURE_PIXELS = 40_000_000
/** Of either side, in pixels: of a picture that is a line the decoder takes gigabytes. */
export const MAX_PICTURE_SIDE = 32_768

/** A picture as it is stored: our own WebP in each size, upright, with nothing of the sender's in it but its pixels. */
export interface EncodedPicture {
  width: number
  height: number
  /** Base64. */
  thumbhash: string
  sizes: Record<MediaSize, Buffer>
}

/** Of WebP and JPEG, 0 to 100: a photo of 2048 pixels is some 300 kB. */
const QUALITY = 80
const EFFORT = 3
const PLACEHOLDER_PX = 64
const LONGEST_DECODE_S = 10

/**
 * A decoded picture takes up to 160 MB: two at once, whoever else comes waits. Who sends several waits for their own.
 */
const inTurn = limitConcurrency(2)
const inTurnOf = limitConcurrencyByKey(1)

/** Of one that is drawn in several goes over the whole (Adam7), which takes as much longer. */
const INTERLACED = 4

/** What it takes to decode it, in pixels of four bytes. */
const effortOf = ({ format, width, height, channels, depth, isProgressive }: Metadata) =>
  width * height * (channels / 4) * (depth === 'ushort' ? 2 : 1) * (format === 'png' && isProgressive ? INTERLACED : 1)

/** The decoder is loaded when the first picture comes: a server that gets none does not hold it in memory. */
const loadDecoder = async () => {
  const [{ default: sharp }, { rgbaToThumbHash }] = await Promise.all([import('sharp'), import('thumbhash')])
  sharp.cache(false)
  return { sharp, rgbaToThumbHash }
}

const refuse = () => fail('unsupportedmedia', { field: FILES_FIELD })

/** Who asks for previews waits for others who do, and no upload for them. */
const previewInTurn = limitConcurrency(1)

/** A stored picture as JPEG, on white where one sees through it. */
export const encodeJpeg = (stored: Buffer): Promise<Buffer> =>
  previewInTurn(async () => {
    const { sharp } = await loadDecoder()
    return sharp(stored).flatten({ background: '#fff' }).jpeg({ quality: QUALITY }).toBuffer()
  })

/**
 * Decodes what a member sent and writes it anew. Throws `unsupportedmedia` for what is no picture of the four kinds, and
 * for what the decoder cannot read to its end, `toolarge` for one of too many pixels: its size is read before anything is decoded.
 */
export const encodePicture = (sent: Buffer, userId: string): Promise<EncodedPicture> =>
  inTurnOf(userId, () =>
    inTurn(async () => {
      const kind = pictureKindOf(sent) ?? refuse()
      if (kind === 'jpeg' && hasManyScans(sent)) refuse()
      const bytes = kind === 'png' ? (withoutTexts(sent) ?? refuse()) : sent
      const { sharp, rgbaToThumbHash } = await loadDecoder()
      const told = await sharp(bytes, { limitInputPixels: false }).metadata().catch(refuse)
      if (told.format !== kind) refuse()
      const isHuge = told.width * told.height > MAX_PICTURE_PIXELS || effortOf(told) > MAX_PICTURE_PIXELS
      if (isHuge || Math.max(told.width, told.height) > MAX_PICTURE_SIDE) fail('toolarge', { field: FILES_FIELD })
      try {
        // The first picture of an animation. What comes out is bare pixels, so no metadata can pass. Cameras write what
        // decoders warn of: only what is broken is refused.
        const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' })
          .timeout({ seconds: LONGEST_DECODE_S })
          .autoOrient()
          .resize({ width: mediaWidths.full, height: mediaWidths.full, fit: 'inside', withoutEnlargement: true })
          .toColourspace('srgb')
          .ensureAlpha()
          .raw({ depth: 'uchar' })
          .toBuffer({ resolveWithObject: true })
        const within = (most: number) =>
          sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } }).resize({
            width: most,
            height: most,
            fit: 'inside',
            withoutEnlargement: true,
          })
        // where a pixel of the file is one of the screen, strong colours keep their edges; it takes three times as
        // long, so not in the largest
        const webp = (most: number, smartSubsample = false) =>
          within(most).webp({ quality: QUALITY, effort: EFFORT, smartSubsample }).toBuffer()
        const sizes = {
          thumb: await webp(mediaWidths.thumb),
          card: await webp(mediaWidths.card, true),
          full: await webp(mediaWidths.full),
        }
        const small = await within(PLACEHOLDER_PX).raw().toBuffer({ resolveWithObject: true })
        const thumbhash = Buffer.from(rgbaToThumbHash(small.info.width, small.info.height, small.data)).toString(
          'base64',
        )
        return { width: info.width, height: info.height, thumbhash, sizes }
      } catch (error) {
        if (error instanceof KeyedError) throw error
        return refuse()
      }
    }),
  )
