// A file is written before the row that references it, so a killed process may leave orphaned files.
import type { Db } from './postgres/db.ts'
import { DAY_MS } from './limits/rate-limit.ts'
import { defineJob } from './jobs/jobs.ts'
import type { Platform } from './platform.ts'
import type { StoredFile } from './storage.ts'

declare module './jobs/jobs.ts' {
  interface JobData {
    'storage.stray': Record<string, never>
  }
}

export type FindReferencedIds = (db: Db, ids: readonly string[]) => Promise<readonly string[]>

/** A younger file may belong to an upload whose row is not committed yet. */
const MIN_AGE_MS = DAY_MS
/** If a larger share of files is unreferenced, the server probably uses a wrong database, and nothing is removed. */
const MAX_ORPHANED_SHARE = 0.5
const TIMEOUT_S = 2 * 60 * 60

/** Returns the number of removed files; 0 if most are unreferenced. Throws at the end if a removal failed. */
export const removeOrphanedFiles = async (
  { db, storage, clock }: Pick<Platform, 'db' | 'storage' | 'clock'>,
  findReferencedIds: FindReferencedIds,
): Promise<number> => {
  const before = new Date(clock.now().getTime() - MIN_AGE_MS)
  const findOrphaned = async (page: readonly StoredFile[]) => {
    const old = page.filter(({ changedAt }) => changedAt < before)
    if (old.length === 0) return []
    const referenced = new Set(await findReferencedIds(db, [...new Set(old.map(({ id }) => id))]))
    return old.filter(({ id }) => !referenced.has(id))
  }
  let files = 0
  let orphaned = 0
  for await (const page of storage.list()) {
    files += page.length
    orphaned += (await findOrphaned(page)).length
  }
  if (orphaned === 0) return 0
  if (orphaned > files * MAX_ORPHANED_SHARE) {
    console.error(
      `Of ${files} files in the storage ${orphaned} are named by nothing in the database. None was removed: is it the database that belongs to these files?`,
    )
    return 0
  }
  let removed = 0
  const failures: unknown[] = []
  for await (const page of storage.list())
    for (const { key } of await findOrphaned(page))
      try {
        await storage.remove(key)
        removed++
      } catch (error) {
        failures.push(error)
      }
  console.log(`${removed} files that nothing names were removed from the storage, of ${files}.`)
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} files that nothing names could not be removed`)
  return removed
}

export const orphanedFilesJob = (findReferencedIds: FindReferencedIds) =>
  defineJob({
    name: 'storage.stray',
    cron: '23 3 * * *',
    timeoutSeconds: TIMEOUT_S,
    run: async platform => void (await removeOrphanedFiles(platform, findReferencedIds)),
  })
