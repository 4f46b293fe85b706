import type { MediaSize } from '@parvis/contract/entity.ts'
import { mediaWidths } from '@parvis/contract/media.ts'
import type { Metadata } from 'sharp'
import { fail, KeyedError } from '#server/kernel/errors.ts'
import { FILES_FIELD } from '#server/kernel/http/multipart.ts'
import { limitConcurrency, limitConcurrencyByKey } from '#server/kernel/limits/concurrency-limit.ts'
import { hasTooManyScans, pictureKindOf, stripTextChunks } from './picture-kind.ts'

export const MAX_PICTURE_PIXELS = 40_000_000
/** Maximum length of the longer side in pixels. The decoder needs gigabytes of memory for a very long row of pixels. */
export const MAX_PICTURE_SIDE = 32_768

/** A picture as it is stored: WebP in each size, upright, without the metadata of the original. */
export interface EncodedPicture {
  width: number
  height: number
  thumbhash: string
  sizes: Record<MediaSize, Buffer>
}

/** Quality of WebP and JPEG, 0 to 100. At 80 a photo of 2048 pixels has about 300 kB. */
const QUALITY = 80
const WEBP_EFFORT = 3
const PLACEHOLDER_PX = 64
const DECODE_TIMEOUT_S = 10

/** A decoded picture occupies up to 160 MB of memory, so at most two are decoded at once, and one per user. */
const limitDecoding = limitConcurrency(2)
const limitPerUser = limitConcurrencyByKey(1)

/** Factor for the cost of an interlaced PNG (Adam7), which is decoded in several passes. */
const INTERLACED_COST = 4

const decodeCostOf = ({ format, width, height, channels, depth, isProgressive }: Metadata) =>
  width *
  height *
  (channels / 4) *
  (depth === 'ushort' ? 2 : 1) *
  (format === 'png' && isProgressive ? INTERLACED_COST : 1)

/** Loads the decoder only for the first picture, so that a server without pictures does not hold it in memory. */
const loadDecoder = async () => {
  const [{ default: sharp }, { rgbaToThumbHash }] = await Promise.all([import('sharp'), import('thumbhash')])
  sharp.cache(false)
  return { sharp, rgbaToThumbHash }
}

const refusePicture = () => fail('unsupportedmedia', { field: FILES_FIELD })

/** JPEG previews have their own limit, so that they never delay uploads. */
const limitPreviews = limitConcurrency(1)

export const encodeJpegPreview = (stored: Buffer): Promise<Buffer> =>
  limitPreviews(async () => {
    const { sharp } = await loadDecoder()
    return sharp(stored).flatten({ background: '#fff' }).jpeg({ quality: QUALITY }).toBuffer()
  })

/**
 * Returns the picture in all sizes. Throws `unsupportedmedia` unless it is a complete picture of a supported format,
 * `toolarge` if it has too many pixels, is too long or costs too much to decode.
 */
export const encodePicture = (uploaded: Buffer, userId: string): Promise<EncodedPicture> =>
  limitPerUser(userId, () =>
    limitDecoding(async () => {
      const kind = pictureKindOf(uploaded) ?? refusePicture()
      if (kind === 'jpeg' && hasTooManyScans(uploaded)) refusePicture()
      const bytes = kind === 'png' ? (stripTextChunks(uploaded) ?? refusePicture()) : uploaded
      const { sharp, rgbaToThumbHash } = await loadDecoder()
      const metadata = await sharp(bytes, { limitInputPixels: false }).metadata().catch(refusePicture)
      if (metadata.format !== kind) refusePicture()
      const isHuge =
        metadata.width * metadata.height > MAX_PICTURE_PIXELS || decodeCostOf(metadata) > MAX_PICTURE_PIXELS
      if (isHuge || Math.max(metadata.width, metadata.height) > MAX_PICTURE_SIDE)
        fail('toolarge', { field: FILES_FIELD })
      try {
        // Raw pixels contain no metadata. Many camera files cause decoder warnings, so only errors are refused.
        const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' })
          .timeout({ seconds: DECODE_TIMEOUT_S })
          .autoOrient()
          .resize({ width: mediaWidths.full, height: mediaWidths.full, fit: 'inside', withoutEnlargement: true })
          .toColourspace('srgb')
          .ensureAlpha()
          .raw({ depth: 'uchar' })
          .toBuffer({ resolveWithObject: true })
        const resizeWithin = (maxSide: number) =>
          sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } }).resize({
            width: maxSide,
            height: maxSide,
            fit: 'inside',
            withoutEnlargement: true,
          })
        // Smart subsampling preserves edges between strong colours, but takes three times as long: too long for `full`.
        const webp = (maxSide: number, smartSubsample = false) =>
          resizeWithin(maxSide).webp({ quality: QUALITY, effort: WEBP_EFFORT, smartSubsample }).toBuffer()
        const sizes = {
          thumb: await webp(mediaWidths.thumb),
          card: await webp(mediaWidths.card, true),
          full: await webp(mediaWidths.full),
        }
        const small = await resizeWithin(PLACEHOLDER_PX).raw().toBuffer({ resolveWithObject: true })
        const thumbhash = Buffer.from(rgbaToThumbHash(small.info.width, small.info.height, small.data)).toString(
          'base64',
        )
        return { width: info.width, height: info.height, thumbhash, sizes }
      } catch (error) {
        if (error instanceof KeyedError) throw error
        return refusePicture()
      }
    }),
  )
