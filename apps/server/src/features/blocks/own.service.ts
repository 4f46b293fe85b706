// Data export: the users somebody has blocked.
import { displayName } from '@parvis/contract/entity.ts'
import { type OwnFile, type OwnReader, shortFile } from '#server/kernel/own-data.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { presentAuthor } from '../session/author.presenter.ts'
import { findBlocked } from './blocks.queries.ts'

export const ownBlocks = (db: Db, { userId, ages }: OwnReader): OwnFile =>
  shortFile('blocked', async () =>
    (await findBlocked(db, { userId }, ages)).map(({ author, created_at }) => ({
      who: displayName(presentAuthor(author)),
      since: created_at,
    })),
  )
