import type { Media } from '@parvis/contract/entity.ts'
import type { MediaRow } from './media.columns.ts'

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
