// The welcome PDF for new members is stored as uploaded, served to members only, and deleted when it is replaced.
import { audit, by } from '#server/kernel/audit.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { FILES_FIELD } from '#server/kernel/http/multipart.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import { newId } from '#server/kernel/ids.ts'
import { DAY_MS, takeHits } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { findKeptOf, storeWelcomeOf } from '../community/community-information.service.ts'
import { takeChange, tellChange } from './information.service.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'welcome.changed': true
  }
}

export const WELCOMES_PER_DAY = 20

const keyOf = (id: string) => `${id}/pdf`

/** Browsers sniff the first bytes for HTML; a PDF ends within the last ones. */
const HEAD_BYTES = 1024
const TAIL_BYTES = 2048
const foreignMarks = /<!doctype|<html|<script|<svg[\s>]|<iframe|<\?php/i

/** Strict: nothing may precede or follow the PDF that another program could interpret. */
export const isPdf = (bytes: Buffer): boolean => {
  const head = bytes.toString('latin1', 0, HEAD_BYTES)
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - TAIL_BYTES))
  return /^%PDF-[12]\.\d/.test(head) && !foreignMarks.test(head) && /%%EOF[\s\0]*$/.test(tail)
}

/** Sets or removes the PDF: throws `badrequest` without a file, `unsupportedmedia` for another type. */
export const giveWelcome = async (
  platform: Platform,
  actor: Actor,
  files: readonly UploadedFile[] | null,
): Promise<void> => {
  const { db, storage, clock } = platform
  const { communityId } = actor
  if (files && files.length !== 1) fail('badrequest', { field: FILES_FIELD })
  const bytes = files?.[0]?.bytes
  if (bytes && !isPdf(bytes)) fail('unsupportedmedia', { field: FILES_FIELD })
  await takeChange(platform, actor)
  await takeHits(db, [{ bucket: `welcome ${communityId}`, most: WELCOMES_PER_DAY, windowMs: DAY_MS }])
  const welcome = bytes ? { id: newId(), bytes: bytes.length, at: clock.now() } : null
  if (welcome) await storage.put(keyOf(welcome.id), bytes!)
  const store = () =>
    inTransaction(db, async (tx, afterCommit) => {
      tellChange(platform, communityId, afterCommit)
      await audit(tx, { act: 'welcome.changed', ...by(actor) })
      return storeWelcomeOf(tx, communityId, welcome)
    })
  const before = await store().catch(async (error: unknown) => {
    if (welcome) await storage.remove(keyOf(welcome.id))
    throw error
  })
  // The replaced file is deleted last, so that a failure never leaves the community without one. If deleting fails, the
  // nightly cleanup removes it, as no row refers to it any more.
  if (before) await storage.remove(keyOf(before)).catch(() => {})
}

/** Throws `error404` if there is none. */
export const openWelcome = async ({ db, storage }: Platform, communityId: string) => {
  const row = await findKeptOf(db, communityId)
  const file = row?.welcome_id ? await storage.get(keyOf(row.welcome_id)) : null
  return file ? { file, id: row!.welcome_id!, name: row!.custom_uri } : fail('error404')
}
