// Files are written before the row that references them, so a killed process may leave orphaned files. They are found
// by comparing the storage with the database.
import type { Db } from './postgres/db.ts'
import { DAY_MS } from './limits/rate-limit.ts'
import { job } from './jobs/jobs.ts'
import type { Platform } from './platform.ts'
import type { StoredFile } from './storage.ts'

declare module './jobs/jobs.ts' {
  interface JobData {
    'storage.stray': Record<string, never>
  }
}

export type FindStored = (db: Db, ids: readonly string[]) => Promise<readonly string[]>

/** A younger file may belong to an upload whose row is not committed yet. */
const YOUNGEST_MS = DAY_MS
/** A larger share of unreferenced files indicates a wrong database instead of orphaned files. */
const MOST_STRAY = 0.5
const LONGEST_S = 2 * 60 * 60

/**
 * Removes files older than a day that no row references, and returns their number. When these are more than half of all
 * files, none is removed and an error is logged, as the database then probably belongs to other files. Throws at the
 * end when some could not be removed.
 */
export const removeStrayFiles = async (
  { db, storage, clock }: Pick<Platform, 'db' | 'storage' | 'clock'>,
  findStored: FindStored,
): Promise<number> => {
  const before = new Date(clock.now().getTime() - YOUNGEST_MS)
  const strayOf = async (page: readonly StoredFile[]) => {
    const old = page.filter(({ changedAt }) => changedAt < before)
    if (old.length === 0) return []
    const named = new Set(await findStored(db, [...new Set(old.map(({ id }) => id))]))
    return old.filter(({ id }) => !named.has(id))
  }
  let files = 0
  let stray = 0
  for await (const page of storage.list()) {
    files += page.length
    stray += (await strayOf(page)).length
  }
  if (stray === 0) return 0
  if (stray > files * MOST_STRAY) {
    console.error(
      `Of ${files} files in the storage ${stray} are named by nothing in the database. None was removed: is it the database that belongs to these files?`,
    )
    return 0
  }
  let removed = 0
  const failures: unknown[] = []
  for await (const page of storage.list())
    for (const { key } of await strayOf(page))
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

export const strayFilesJob = (findStored: FindStored) =>
  job({
    name: 'storage.stray',
    cron: '23 3 * * *',
    longestSeconds: LONGEST_S,
    run: async platform => void (await removeStrayFiles(platform, findStored)),
  })
