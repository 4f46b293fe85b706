// Limits how many pictures a minute and how many bytes a day each member can upload, because each picture requires
// decoding time and storage.
import type { Actor } from '#server/kernel/actor.ts'
import { consumeDayLimits } from '#server/kernel/limits/day-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { DAY_MS, MINUTE_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import { runAfterCommit } from '#server/kernel/postgres/after-commit.ts'

export const UPLOADS_PER_MINUTE = 60
/** Maximum total size of a member’s uploads per day: about four hundred photos compressed by the web app. */
export const UPLOAD_BYTES_PER_DAY = 200 * 1024 * 1024

/** Counts an upload, even if it fails later. Throws `toomanyrequests` above the rate limit or the daily quota. */
export const consumeUploadQuota = async (platform: Platform, actor: Actor, bytes: number): Promise<void> => {
  await consumeDayLimits(platform, actor, { tx: platform.db, afterCommit: runAfterCommit }, [
    { bucket: `upload ${actor.userId}`, max: UPLOADS_PER_MINUTE, windowMs: MINUTE_MS },
    { bucket: `pictures ${actor.userId}`, max: UPLOAD_BYTES_PER_DAY, windowMs: DAY_MS, amount: bytes },
  ])
}

export const LINKED_PICTURES_PER_MINUTE = 20

export const consumeLinkQuota = async ({ db }: Platform, actor: Actor): Promise<void> => {
  await consume(db, [{ bucket: `link ${actor.userId}`, max: LINKED_PICTURES_PER_MINUTE, windowMs: MINUTE_MS }])
}
