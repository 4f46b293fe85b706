import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { mediaSizes } from '@parvis/contract/entity.ts'
import { mediaWidths } from '@parvis/contract/media.ts'
import { readDrawing } from '@parvis/demo-world/drawings.ts'
import type { Picture } from '@parvis/demo-world/pictures.ts'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { Storage } from '#server/kernel/storage.ts'

/** WebP quality, 0 to 100. Higher than for photos, because drawings have few colours and hard edges. */
const QUALITY = 84
/** Pixels per unit of the drawing: a scene of 800 units is stored 1,600 pixels wide. */
const SCALE = 2
const PLACEHOLDER_PX = 64
const CONCURRENCY = 4
const PIXELS_PER_INCH = 72

interface RenderedDrawing {
  width: number
  height: number
  thumbhash: string
  sizes: Record<(typeof mediaSizes)[number], Buffer>
}

const renderSvg = async (svg: string): Promise<RenderedDrawing> => {
  const image = sharp(Buffer.from(svg), { density: PIXELS_PER_INCH * SCALE })
  const { data, info } = await image.raw().ensureAlpha().toBuffer({ resolveWithObject: true })
  const from = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
  const webp = (maxSide: number, smartSubsample = false) =>
    from()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY, effort: 3, smartSubsample })
      .toBuffer()
  const small = await from()
    .resize({ width: PLACEHOLDER_PX, height: PLACEHOLDER_PX, fit: 'inside' })
    .toBuffer({ resolveWithObject: true })
  const [thumb, card, full] = await Promise.all([
    webp(mediaWidths.thumb),
    webp(mediaWidths.card, true),
    webp(mediaWidths.full),
  ])
  return {
    width: info.width,
    height: info.height,
    thumbhash: Buffer.from(rgbaToThumbHash(small.info.width, small.info.height, small.data)).toString('base64'),
    sizes: { thumb, card, full },
  }
}

const cacheKeyOf = (svg: string) =>
  createHash('sha256')
    .update(JSON.stringify([svg, String(renderSvg), QUALITY, SCALE, PLACEHOLDER_PX, mediaWidths, sharp.versions]))
    .digest('hex')

/** Returns the rendered picture stored in `file`. If there is none, renders the picture and stores it atomically. */
const renderCached = async (svg: string, file: string): Promise<RenderedDrawing> => {
  try {
    return deserialize(await fs.readFile(file)) as RenderedDrawing
  } catch {
    const picture = await renderSvg(svg)
    const temporaryFile = `${file}.${process.pid}`
    await fs.writeFile(temporaryFile, serialize(picture))
    await fs.rename(temporaryFile, file)
    return picture
  }
}

/**
 * Returns a function that stores pictures. It renders each drawing once, or not at all if a former run has stored it in
 * the cache folder.
 */
export const createPictureWriter = (tx: Tx, storage: Storage, cacheFolder?: string) => {
  const renders = new Map<string, Promise<RenderedDrawing>>()
  const renderDrawing = (drawing: string) => {
    const svg = readDrawing(drawing)
    return cacheFolder ? renderCached(svg, join(cacheFolder, cacheKeyOf(svg))) : renderSvg(svg)
  }
  const renderOnce = (drawing: string) => {
    const work = renders.get(drawing) ?? renderDrawing(drawing)
    renders.set(drawing, work)
    return work
  }
  const storePicture = async ({ id, drawing, class: mediaClass, communityId, alt, at }: Picture) => {
    const { width, height, thumbhash, sizes } = await renderOnce(drawing)
    for (const size of mediaSizes) await storage.put(`${id}/${size}`, sizes[size])
    return {
      id,
      class: mediaClass,
      community_id: communityId,
      width,
      height,
      thumbhash,
      alt: alt?.fr || null,
      alt_en: alt?.en || null,
      created_at: at,
    }
  }
  return async (pictures: readonly Picture[]): Promise<void> => {
    const remaining = [...pictures]
    const rows: Awaited<ReturnType<typeof storePicture>>[] = []
    const work = async () => {
      for (let picture = remaining.shift(); picture; picture = remaining.shift()) rows.push(await storePicture(picture))
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, work))
    if (rows.length > 0) await tx.insertInto('media').values(rows).execute()
  }
}
