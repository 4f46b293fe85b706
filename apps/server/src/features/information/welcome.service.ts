// The paper that welcomes who is new: kept as it came, for members, and gone with the one that comes in its place.
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

/** Where readers guess at a page of the web, and where a PDF ends. */
const HEAD_BYTES = 1024
const TAIL_BYTES = 2048
const foreignMarks = /<!doctype|<html|<script|<svg[\s>]|<iframe|<\?php/i

/**
 * A PDF from its first byte to its last: nothing stands before it or hangs behind it that another program would read.
 */
export const isPdf = (bytes: Buffer): boolean => {
  const head = bytes.toString('latin1', 0, HEAD_BYTES)
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - TAIL_BYTES))
  return /^%PDF-[12]\.\d/.test(head) && !foreignMarks.test(head) && /%%EOF[\s\0]*$/.test(tail)
}

/** Another welcome PDF, or none: `badrequest` without one, `unsupportedmedia` for another kind of file. */
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
  // The one that it replaces: its bytes cannot go first, or a failure would leave the community without any. What cannot
  // be removed now is removed at night, as no row names it any more.
  if (before) await storage.remove(keyOf(before)).catch(() => {})
}

/** The stored paper of a community: `error404` where there is none. */
export const openWelcome = async ({ db, storage }: Platform, communityId: string) => {
  const row = await findKeptOf(db, communityId)
  const file = row?.welcome_id ? await storage.get(keyOf(row.welcome_id)) : null
  return file ? { file, id: row!.welcome_id!, name: row!.custom_uri } : fail('error404')
}
