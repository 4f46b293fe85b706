import type { Media } from '@parvis/contract/entity.ts'
import { type RawBuilder, sql } from 'kysely'

export interface MediaRow {
  id: string
  width: number
  height: number
  thumbhash: string
  alt: string | null
  alt_en: string | null
}

/** Returns the joined picture as one JSON column; null if the join found no picture. */
export const mediaColumn = (alias: string): RawBuilder<MediaRow | null> => {
  const at = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<MediaRow | null>`case when ${at('id')} is not null then json_build_object('id', ${at('id')}, 'width', ${at('width')},
    'height', ${at('height')}, 'thumbhash', ${at('thumbhash')}, 'alt', ${at('alt')}, 'alt_en', ${at('alt_en')}) end`
}

/** Returns the path of a picture’s URL without a size; null if there is no picture. */
export const presentMediaUri = (id: string | null | undefined): string | null => (id ? `/media/${id}` : null)

/** The photo after an edit: the upload, else what the body says; a body without `photoUri` keeps the current photo. */
export const editedPhotoUri = (
  uploadId: string | undefined,
  { photoUri }: { photoUri?: string | null },
  currentId: string | null,
): string | null => presentMediaUri(uploadId) ?? (photoUri === undefined ? presentMediaUri(currentId) : photoUri)

export const presentMedia = (row: MediaRow): Media => ({
  _id: row.id,
  uri: `/media/${row.id}`,
  width: row.width,
  height: row.height,
  thumbhash: row.thumbhash,
  alt: row.alt,
  lang: { en: { alt: row.alt_en } },
})
