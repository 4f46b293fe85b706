// The welcome PDF for new members is stored as it was uploaded, and deleted when it is replaced. Only members can read
// it.
import { audit, auditActor } from '#server/kernel/audit.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { FILES_FIELD } from '#server/kernel/http/multipart.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import { newId } from '#server/kernel/ids.ts'
import { DAY_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { findCommunityFiles, storeWelcomePdf } from '../community/community-information.service.ts'
import { consumeChangeQuota, publishCommunityChange } from './information.service.ts'

export const WELCOME_PDFS_PER_DAY = 20

const storageKeyOf = (id: string) => `${id}/pdf`

/** Browsers look for HTML in the first bytes of a file. The end marker of a PDF is in the last bytes. */
const HEAD_BYTES = 1024
const TAIL_BYTES = 2048
const htmlMarkers = /<!doctype|<html|<script|<svg[\s>]|<iframe|<\?php/i

/** Returns false for files with anything before or after the PDF that another program could interpret. */
export const isPdf = (bytes: Buffer): boolean => {
  const head = bytes.toString('latin1', 0, HEAD_BYTES)
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - TAIL_BYTES))
  return /^%PDF-[12]\.\d/.test(head) && !htmlMarkers.test(head) && /%%EOF[\s\0]*$/.test(tail)
}

/** Sets or removes the PDF. Throws `badrequest` unless there is one file, `unsupportedmedia` for another type. */
export const setWelcomePdf = async (
  platform: Platform,
  actor: Actor,
  files: readonly UploadedFile[] | null,
): Promise<void> => {
  const { db, storage, clock } = platform
  const { communityId } = actor
  if (files && files.length !== 1) fail('badrequest', { field: FILES_FIELD })
  const bytes = files?.[0]?.bytes
  if (bytes && !isPdf(bytes)) fail('unsupportedmedia', { field: FILES_FIELD })
  await consumeChangeQuota(platform, actor)
  await consume(db, [{ bucket: `welcome ${communityId}`, max: WELCOME_PDFS_PER_DAY, windowMs: DAY_MS }])
  const welcome = bytes ? { id: newId(), bytes: bytes.length, at: clock.now() } : null
  if (welcome) await storage.put(storageKeyOf(welcome.id), bytes!)
  const store = () =>
    inTransaction(db, async (tx, afterCommit) => {
      publishCommunityChange(platform, communityId, afterCommit)
      await audit(tx, { act: 'welcome.changed', ...auditActor(actor) })
      return storeWelcomePdf(tx, communityId, welcome)
    })
  const formerId = await store().catch(async (error: unknown) => {
    if (welcome) await storage.remove(storageKeyOf(welcome.id))
    throw error
  })
  // The previous PDF is deleted after the new one is stored. If the deletion fails, the job for orphaned files repeats
  // it.
  if (formerId) await storage.remove(storageKeyOf(formerId)).catch(() => {})
}

/** Returns the stored PDF. Throws `error404` if the community has none. */
export const openWelcomePdf = async ({ db, storage }: Platform, communityId: string) => {
  const row = await findCommunityFiles(db, communityId)
  const file = row?.welcome_id ? await storage.get(storageKeyOf(row.welcome_id)) : null
  return file ? { file, id: row!.welcome_id!, name: row!.custom_uri } : fail('error404')
}
