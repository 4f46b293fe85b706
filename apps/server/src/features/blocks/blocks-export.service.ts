// Data export: lists the users whom the member has blocked.
import { displayName } from '@parvis/contract/entity.ts'
import { type ExportFile, type ExportRecipient, createExportFile } from '#server/kernel/data-export.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { presentAuthor } from '#server/kernel/author.ts'
import { findBlockedUsers } from './blocks.queries.ts'

export const exportBlocks = (db: Db, { userId, ageRule }: ExportRecipient): ExportFile =>
  createExportFile('blocked', async () =>
    (await findBlockedUsers(db, { userId }, ageRule)).map(({ author, created_at }) => ({
      who: displayName(presentAuthor(author)),
      since: created_at,
    })),
  )
