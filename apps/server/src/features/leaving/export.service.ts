// Members can export all data about themselves. An account has at most one archive, which only its owner can fetch and
// which is deleted after a week.
import { EXPORT_DAYS } from '@parvis/contract/leaving.ts'
import type { Language } from '@parvis/contract/language.ts'
import { Readable } from 'node:stream'
import type { ZipFile } from 'yazl'
import type { Actor } from '#server/kernel/actor.ts'
import { audit, auditActor } from '#server/kernel/audit.ts'
import { newId } from '#server/kernel/ids.ts'
import { fail } from '#server/kernel/errors.ts'
import { FinalError } from '#server/kernel/jobs/jobs.ts'
import { recordAttempts, DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { ExportFile } from '#server/kernel/data-export.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { translatorFor } from '#server/kernel/texts.ts'
import { assertRecentProof } from '../second-factor/proof.service.ts'
import { collectExport } from './export-contents.ts'
import { type ExportRow, findExport } from './leaving.queries.ts'

const MAX_EXPORTS_PER_DAY = 3
const TIMEOUT_S = 2 * 60 * 60
/** Milliseconds between two updates of the stored progress. */
const PROGRESS_INTERVAL_MS = 300

/** Returns the latest request time of expired exports: an export requested at this time or before has expired. */
const expiryThreshold = (now: Date) => new Date(now.getTime() - EXPORT_DAYS * DAY_MS)

export const storageKeyOf = (exportId: string) => `${exportId}/zip`

/** Starts an export and returns it, or returns the existing export if it is running or ready. Throws `proofneeded`. */
export const requestExport = async (
  platform: Platform,
  actor: Actor,
  language: Language | undefined,
): Promise<ExportRow> => {
  const { db, jobs, storage, clock } = platform
  const { accountId, communityId, userId } = actor
  await assertRecentProof(platform, actor)
  const now = clock.now()
  const existing = await findExport(db, accountId, now)
  if (existing && !existing.failed_at) return existing
  await inTransaction(db, async (tx, afterCommit) => {
    const id = newId()
    const expired = await tx
      .deleteFrom('exports')
      .where('account_id', '=', accountId)
      .where(eb => eb.or([eb('failed_at', 'is not', null), eb('asked_at', '<=', expiryThreshold(now))]))
      .returning('id')
      .execute()
    const inserted = await tx
      .insertInto('exports')
      .values({ account_id: accountId, id, language: language ?? 'fr', asked_at: now })
      // Only the first of concurrent requests creates an export.
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    for (const { id: former } of expired) await storage.remove(storageKeyOf(former))
    if (!inserted) return
    await recordAttempts(tx, [{ bucket: `export ${accountId}`, max: MAX_EXPORTS_PER_DAY, windowMs: DAY_MS }])
    await audit(tx, { act: 'export.asked', communityId, userId, accountId })
    const data = { exportId: id, accountId }
    await jobs.enqueue(tx, afterCommit, 'leaving.export', data, { timeoutSeconds: TIMEOUT_S })
  })
  return (await findExport(db, accountId, now))!
}

/** Returns the archive. Throws `error404` if none is finished, `proofneeded` without a recent proof of ownership. */
export const getExportFile = async (
  platform: Platform,
  actor: Actor,
): Promise<{ row: ExportRow; file: NonNullable<Awaited<ReturnType<Platform['storage']['get']>>> }> => {
  const { db, storage, clock } = platform
  const row = await findExport(db, actor.accountId, clock.now())
  const file = row?.ready_at ? await storage.get(storageKeyOf(row.id)) : null
  if (!row || !file) return fail('error404')
  await assertRecentProof(platform, actor)
  return { row, file }
}

/**
 * Deletes the archive before the deletion of its row is committed, so that a failure can be retried. Returns the id, or
 * null if there was no export.
 */
const removeExport = ({ db, storage }: Platform, filter: { account_id: string } | { id: string }) =>
  inTransaction(db, async tx => {
    const deleted = await tx
      .deleteFrom('exports')
      .where(eb => eb.and(filter))
      .returning('id')
      .executeTakeFirst()
    if (deleted) await storage.remove(storageKeyOf(deleted.id))
    return deleted?.id ?? null
  })

/**
 * Removes the finished or running export and audits the removal. Returns the export’s id, or null if there was none.
 */
export const removeExportByOwner = async (platform: Platform, actor: Actor): Promise<string | null> => {
  const id = await removeAccountExport(platform, actor.accountId)
  if (id) await audit(platform.db, { act: 'export.dropped', ...auditActor(actor) })
  return id
}

/** Removes the export of an account that is being erased; the audit log has an entry for the erasure only. */
export const removeAccountExport = (platform: Platform, accountId: string): Promise<string | null> =>
  removeExport(platform, { account_id: accountId })

export const purgeExpiredExports = async (platform: Platform): Promise<void> => {
  const { db, clock } = platform
  const expired = await db
    .selectFrom('exports')
    .select('id')
    .where('asked_at', '<=', expiryThreshold(clock.now()))
    .execute()
  for (const { id } of expired) await removeExport(platform, { id })
}

export const findStoredExportIds = async (db: Db, exportIds: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('exports')
      .select('id')
      .where('id', 'in', [...exportIds])
      .execute()
  ).map(({ id }) => id)

async function* streamJson({ read, pictures }: ExportFile, onItem: () => void): AsyncGenerator<string> {
  let first = true
  for await (const item of read()) {
    yield `${first ? '[\n' : ',\n'}${JSON.stringify(item, null, 2)}`
    first = false
    if (!pictures) onItem()
  }
  yield first ? '[]\n' : '\n]\n'
}

/** Stores the progress at intervals, and aborts the export once its row has been removed. */
const watchProgress = ({ db }: Platform, exportId: string, abort: AbortController) => {
  let done = 0
  const storeProgress = async () => {
    const { numUpdatedRows } = await db
      .updateTable('exports')
      .set({ done })
      .where('id', '=', exportId)
      .executeTakeFirst()
    if (!numUpdatedRows) abort.abort()
  }
  const timer = setInterval(() => void storeProgress().catch(() => {}), PROGRESS_INTERVAL_MS)
  return {
    countItem: () => void done++,
    stop: async () => {
      clearInterval(timer)
      await storeProgress()
    },
  }
}

const fillArchive = async (
  platform: Platform,
  zip: ZipFile,
  {
    accountId,
    language,
    onItem,
    onOpened,
  }: { accountId: string; language: Language; onItem: () => void; onOpened: (bytes: Readable) => void },
) => {
  const files = await collectExport(platform, accountId)
  const pictures = files.flatMap(file => file.pictures ?? [])
  let total = pictures.length
  // The files are counted one after another, to leave database connections to other requests.
  for (const file of files) if (!file.pictures) total += await file.count()
  const addStream = (name: string, open: () => Promise<Readable>) =>
    zip.addReadStreamLazy(name, {}, async done => {
      try {
        const bytes = await open()
        onOpened(bytes)
        done(null, bytes)
      } catch (error) {
        done(error as Error, Readable.from([]))
      }
    })
  zip.addBuffer(
    Buffer.from(`${translatorFor(language)('export.readme')}\n`),
    translatorFor(language)('export.readme.name'),
  )
  for (const file of files) addStream(`${file.name}.json`, async () => Readable.from(streamJson(file, onItem)))
  for (const picture of pictures)
    addStream(picture.path, async () => {
      const bytes = (await picture.open()) ?? Readable.from([])
      return bytes.once('end', onItem)
    })
  zip.end()
  return total
}

/**
 * Writes the archive; the job repeats this if the process is killed. An export that fails is not retried: its owner
 * sees the failure and can request the export again. Throws `FinalError`.
 */
export const writeExport = async (
  platform: Platform,
  { exportId, accountId }: { exportId: string; accountId: string },
): Promise<void> => {
  const { db, storage, clock } = platform
  const exportRow = await findExport(db, accountId, clock.now())
  if (exportRow?.id !== exportId || exportRow.ready_at) return
  const abort = new AbortController()
  const progress = watchProgress(platform, exportId, abort)
  /** The stream that is being read. If writing fails, nothing reads the stream to its end, so it must be destroyed. */
  let currentStream: Readable | undefined
  try {
    const { ZipFile } = await import('yazl')
    const zip = new ZipFile()
    const zipFailure = new AbortController()
    zip.on('error', error => zipFailure.abort(error))
    const stopSignal = AbortSignal.any([abort.signal, zipFailure.signal])
    const { language } = exportRow
    const total = await fillArchive(platform, zip, {
      accountId,
      language,
      onItem: progress.countItem,
      onOpened: bytes => {
        currentStream = bytes
        // The abort happened before the stream was opened.
        if (stopSignal.aborted) bytes.destroy()
      },
    })
    await db.updateTable('exports').set({ total }).where('id', '=', exportId).execute()
    const bytes = await storage.putStream(storageKeyOf(exportId), Readable.from(zip.outputStream), stopSignal)
    await progress.stop()
    const { numUpdatedRows } = await db
      .updateTable('exports')
      .set({ ready_at: clock.now(), bytes, done: total })
      .where('id', '=', exportId)
      .executeTakeFirst()
    // The export was removed while its archive was being completed.
    if (!numUpdatedRows) await storage.remove(storageKeyOf(exportId))
  } catch (error) {
    currentStream?.destroy()
    await progress.stop().catch(() => {})
    await storage.remove(storageKeyOf(exportId))
    if (abort.signal.aborted) return
    await db.updateTable('exports').set({ failed_at: clock.now() }).where('id', '=', exportId).execute()
    throw new FinalError((error as Error).message)
  }
}
