// Data export: the pictures that a member has uploaded.
import { bothLanguages, createExportFile, type ExportFile, type ExportSubject } from '#server/kernel/data-export.ts'
import type { Platform } from '#server/kernel/platform.ts'

/** The list of the pictures, and the pictures in their largest stored size. */
export const exportPictures = async (
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  { communityId, userId }: ExportSubject,
): Promise<ExportFile[]> => {
  const rows = await db
    .selectFrom('media')
    .select(['id', 'alt', 'alt_en', 'width', 'height', 'created_at'])
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const pathOf = (id: string) => `pictures/${id}.webp`
  const entries = rows.map(({ id, alt, alt_en, width, height, created_at }) => ({
    file: pathOf(id),
    alt: bothLanguages(alt, alt_en),
    width,
    height,
    uploadedAt: created_at,
  }))
  const pictures = rows.map(({ id }) => ({
    path: pathOf(id),
    open: async () => (await storage.get(`${id}/full`))?.stream() ?? null,
  }))
  return [{ ...createExportFile('pictures', async () => entries), pictures }]
}
