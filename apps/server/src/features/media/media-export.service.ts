// Data export: the pictures that a member has uploaded.
import type { Readable } from 'node:stream'
import type { ExportSubject } from '#server/kernel/data-export.ts'
import { bothLanguages } from '#server/kernel/data-export.ts'
import type { Platform } from '#server/kernel/platform.ts'

export interface ExportedPicture {
  id: string
  entry: {
    file: string
    alt: { fr: string | null; en: string | null } | undefined
    width: number
    height: number
    uploadedAt: Date
  }
  /** Opens the largest stored size. Returns null if its file is missing. */
  open(): Promise<Readable | null>
}

export const findPicturesForExport = async (
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  { communityId, userId }: ExportSubject,
): Promise<ExportedPicture[]> =>
  (
    await db
      .selectFrom('media')
      .select(['id', 'alt', 'alt_en', 'width', 'height', 'created_at'])
      .where('community_id', '=', communityId)
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ id, alt, alt_en, width, height, created_at }) => ({
    id,
    entry: { file: `pictures/${id}.webp`, alt: bothLanguages(alt, alt_en), width, height, uploadedAt: created_at },
    open: async () => (await storage.get(`${id}/full`))?.stream() ?? null,
  }))
