import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { mediaSizes } from '@parvis/contract/entity.ts'
import { type MediaClass, mediaWidths } from '@parvis/contract/media.ts'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { Db } from '../kernel/postgres/db.ts'
import type { Storage } from '../kernel/storage.ts'
import { b, type Bilingual } from './texts/bilingual.ts'

/** Drawings have few colours and hard edges: this keeps them clean. */
const QUALITY = 84
/** Pixels per unit of the drawing: an 800 wide scene is stored 1,600 wide. */
const SCALE = 2
const PLACEHOLDER_PX = 64
const PIXELS_PER_INCH = 72

interface Rendered {
  width: number
  height: number
  thumbhash: string
  sizes: Record<(typeof mediaSizes)[number], Buffer>
}

const render = async (svg: string): Promise<Rendered> => {
  const drawn = sharp(Buffer.from(svg), { density: PIXELS_PER_INCH * SCALE })
  const { data, info } = await drawn.raw().ensureAlpha().toBuffer({ resolveWithObject: true })
  const from = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
  const webp = (most: number, smartSubsample = false) =>
    from()
      .resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true })
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

/** The same drawing by the same program is the same picture. */
const markOf = (svg: string) =>
  createHash('sha256')
    .update(JSON.stringify([svg, String(render), QUALITY, SCALE, PLACEHOLDER_PX, mediaWidths, sharp.versions]))
    .digest('hex')

/** Rendered before and kept in the folder, or rendered now and kept. A file is there whole or not at all. */
const renderOnce = async (svg: string, file: string): Promise<Rendered> => {
  try {
    return deserialize(await fs.readFile(file)) as Rendered
  } catch {
    const picture = await render(svg)
    const draft = `${file}.${process.pid}`
    await fs.writeFile(draft, serialize(picture))
    await fs.rename(draft, file)
    return picture
  }
}

export interface PictureOf {
  id: string
  svg: string
  class: MediaClass
  communityId: string | null
  alt?: Bilingual
  at?: Date
}

/** Turns drawings into stored pictures; a drawing that comes twice is rendered once, over many runs where there is a folder to keep them. */
export const createStudio = (db: Db, storage: Storage, kept?: string) => {
  const known = new Map<string, Promise<Rendered>>()
  const rendered = (svg: string) => {
    const mark = markOf(svg)
    const work = known.get(mark) ?? (kept ? renderOnce(svg, join(kept, mark)) : render(svg))
    known.set(mark, work)
    return work
  }
  return {
    async store(pictures: readonly PictureOf[]): Promise<void> {
      const waiting = [...pictures]
      const rows: {
        id: string
        class: MediaClass
        community_id: string | null
        width: number
        height: number
        thumbhash: string
        alt: string | null
        alt_en: string | null
        created_at: Date
      }[] = []
      const work = async () => {
        for (let picture = waiting.shift(); picture; picture = waiting.shift()) {
          const { id, svg, communityId, alt = b('', ''), at = new Date() } = picture
          const { width, height, thumbhash, sizes } = await rendered(svg)
          for (const size of mediaSizes) await storage.put(`${id}/${size}`, sizes[size])
          rows.push({
            id,
            class: picture.class,
            community_id: communityId,
            width,
            height,
            thumbhash,
            alt: alt.fr || null,
            alt_en: alt.en || null,
            created_at: at,
          })
        }
      }
      await Promise.all([work(), work(), work(), work()])
      if (rows.length > 0) await db.insertInto('media').values(rows).execute()
    },
  }
}
