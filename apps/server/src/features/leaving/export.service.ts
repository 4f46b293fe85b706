// Members can export everything about themselves: one archive at a time, for its owner only, kept for a week.
import { EXPORT_DAYS } from '@parvis/contract/leaving.ts'
import type { Language } from '@parvis/contract/language.ts'
import { Readable } from 'node:stream'
import type { ZipFile } from 'yazl'
import type { Actor } from '#server/kernel/actor.ts'
import { audit, by } from '#server/kernel/audit.ts'
import { newId } from '#server/kernel/ids.ts'
import { fail } from '#server/kernel/errors.ts'
import { FinalError } from '#server/kernel/jobs/jobs.ts'
import { countHits, DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { OwnFile } from '#server/kernel/own-data.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { textsIn } from '#server/kernel/texts.ts'
import { mustHaveProved } from '../session/proof.service.ts'
import { collectOwn } from './export-contents.ts'
import { type ExportRow, findExport } from './leaving.queries.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'export.asked': true
    'export.fetched': true
    'export.dropped': true
  }
}

const PER_DAY = 3
const LONGEST_S = 2 * 60 * 60
/** How often progress is stored. */
const NOTE_MS = 300

/** Exports requested at or before this moment have expired. */
const oldest = (now: Date) => new Date(now.getTime() - EXPORT_DAYS * DAY_MS)

export const keyOf = (exportId: string) => `${exportId}/zip`

/** Returns the existing export while one is running or ready. */
export const askForExport = async (
  platform: Platform,
  actor: Actor,
  lang: Language | undefined,
): Promise<ExportRow> => {
  const { db, jobs, storage, clock } = platform
  const { accountId, communityId, userId } = actor
  await mustHaveProved(platform, actor)
  const now = clock.now()
  const before = await findExport(db, accountId, now)
  if (before && !before.failed_at) return before
  await inTransaction(db, async (tx, afterCommit) => {
    const id = newId()
    const over = await tx
      .deleteFrom('exports')
      .where('account_id', '=', accountId)
      .where(eb => eb.or([eb('failed_at', 'is not', null), eb('asked_at', '<=', oldest(now))]))
      .returning('id')
      .execute()
    const made = await tx
      .insertInto('exports')
      .values({ account_id: accountId, id, language: lang ?? 'fr', asked_at: now })
      // Concurrent requests create one export.
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    for (const { id: former } of over) await storage.remove(keyOf(former))
    if (!made) return
    await countHits(tx, [{ bucket: `export ${accountId}`, most: PER_DAY, windowMs: DAY_MS }])
    await audit(tx, { act: 'export.asked', communityId, userId, accountId })
    const data = { exportId: id, accountId }
    await jobs.enqueue(tx, afterCommit, 'leaving.export', data, { longestSeconds: LONGEST_S })
  })
  return (await findExport(db, accountId, now))!
}

/** Requires a recent proof of ownership. Throws `error404` without a finished export, else `proofneeded`. */
export const getExportFile = async (
  platform: Platform,
  actor: Actor,
): Promise<{ row: ExportRow; file: NonNullable<Awaited<ReturnType<Platform['storage']['get']>>> }> => {
  const { db, storage, clock } = platform
  const row = await findExport(db, actor.accountId, clock.now())
  const file = row?.ready_at ? await storage.get(keyOf(row.id)) : null
  if (!row || !file) return fail('error404')
  await mustHaveProved(platform, actor)
  return { row, file }
}

/**
 * Deletes the file before the row commits: if that fails, the row is still there for a retry. Returns the id of the
 * export.
 */
const removeExport = ({ db, storage }: Platform, which: { account_id: string } | { id: string }) =>
  inTransaction(db, async tx => {
    const gone = await tx
      .deleteFrom('exports')
      .where(eb => eb.and(which))
      .returning('id')
      .executeTakeFirst()
    if (gone) await storage.remove(keyOf(gone.id))
    return gone?.id ?? null
  })

/** Removes the export, finished or running, and audits it. Returns its id. */
export const dropExportOf = async (platform: Platform, actor: Actor): Promise<string | null> => {
  const id = await removeExportOf(platform, actor.accountId)
  if (id) await audit(platform.db, { act: 'export.dropped', ...by(actor) })
  return id
}

/** Not audited, as it is part of erasure. */
export const removeExportOf = (platform: Platform, accountId: string): Promise<string | null> =>
  removeExport(platform, { account_id: accountId })

/** Removes expired exports. */
export const forgetOldExports = async (platform: Platform): Promise<void> => {
  const { db, clock } = platform
  const old = await db.selectFrom('exports').select('id').where('asked_at', '<=', oldest(clock.now())).execute()
  for (const { id } of old) await removeExport(platform, { id })
}

/** Filters ids to those of stored exports. */
export const findStoredExports = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('exports')
      .select('id')
      .where('id', 'in', [...ids])
      .execute()
  ).map(({ id }) => id)

/** A file’s items as one indented JSON array, streamed. */
async function* jsonOf({ read, isIndex }: OwnFile, onThing: () => void): AsyncGenerator<string> {
  let first = true
  for await (const thing of read()) {
    yield `${first ? '[\n' : ',\n'}${JSON.stringify(thing, null, 2)}`
    first = false
    if (!isIndex) onThing()
  }
  yield first ? '[]\n' : '\n]\n'
}

/** Stores progress periodically; aborts when the export has been removed. */
const watchProgress = ({ db }: Platform, exportId: string, abort: AbortController) => {
  let done = 0
  const write = async () => {
    const { numUpdatedRows } = await db
      .updateTable('exports')
      .set({ done })
      .where('id', '=', exportId)
      .executeTakeFirst()
    if (!numUpdatedRows) abort.abort()
  }
  const timer = setInterval(() => void write().catch(() => {}), NOTE_MS)
  return {
    count: () => void done++,
    end: async () => {
      clearInterval(timer)
      await write()
    },
  }
}

const fill = async (
  platform: Platform,
  zip: ZipFile,
  {
    accountId,
    language,
    onThing,
    onOpened,
  }: { accountId: string; language: Language; onThing: () => void; onOpened: (bytes: Readable) => void },
) => {
  const { files, pictures } = await collectOwn(platform, accountId)
  let total = pictures.length
  // One after another, to leave connections in the pool for others.
  for (const file of files) if (!file.isIndex) total += await file.count()
  const streamed = (name: string, open: () => Promise<Readable>) =>
    zip.addReadStreamLazy(name, {}, async done => {
      try {
        const bytes = await open()
        onOpened(bytes)
        done(null, bytes)
      } catch (error) {
        done(error as Error, Readable.from([]))
      }
    })
  zip.addBuffer(Buffer.from(`${textsIn(language)('export.readme')}\n`), textsIn(language)('export.readme.name'))
  for (const file of files) streamed(`${file.name}.json`, async () => Readable.from(jsonOf(file, onThing)))
  for (const picture of pictures)
    streamed(picture.name, async () => {
      const bytes = (await picture.open()) ?? Readable.from([])
      return bytes.once('end', onThing)
    })
  zip.end()
  return total
}

/** Writes the archive. Its failure is shown to the owner, who can request it again; a killed process starts over. */
export const writeExport = async (
  platform: Platform,
  { exportId, accountId }: { exportId: string; accountId: string },
): Promise<void> => {
  const { db, storage, clock } = platform
  const asked = await findExport(db, accountId, clock.now())
  if (asked?.id !== exportId || asked.ready_at) return
  const abort = new AbortController()
  const progress = watchProgress(platform, exportId, abort)
  /** Destroyed on failure, because nothing reads it to its end. */
  let packed: Readable | undefined
  try {
    const { ZipFile } = await import('yazl')
    const zip = new ZipFile()
    const broken = new AbortController()
    zip.on('error', error => broken.abort(error))
    const stopped = AbortSignal.any([abort.signal, broken.signal])
    const { language } = asked
    const total = await fill(platform, zip, {
      accountId,
      language,
      onThing: progress.count,
      onOpened: bytes => {
        packed = bytes
        // Opened after the abort.
        if (stopped.aborted) bytes.destroy()
      },
    })
    await db.updateTable('exports').set({ total }).where('id', '=', exportId).execute()
    const bytes = await storage.putStream(keyOf(exportId), Readable.from(zip.outputStream), stopped)
    await progress.end()
    const { numUpdatedRows } = await db
      .updateTable('exports')
      .set({ ready_at: clock.now(), bytes, done: total })
      .where('id', '=', exportId)
      .executeTakeFirst()
    // Removed at the last moment.
    if (!numUpdatedRows) await storage.remove(keyOf(exportId))
  } catch (error) {
    packed?.destroy()
    await progress.end().catch(() => {})
    await storage.remove(keyOf(exportId))
    if (abort.signal.aborted) return
    await db.updateTable('exports').set({ failed_at: clock.now() }).where('id', '=', exportId).execute()
    throw new FinalError((error as Error).message)
  }
}
