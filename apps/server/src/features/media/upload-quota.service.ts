// Pictures cost time to decode and room to keep: each member has so many a minute, and so many bytes a day.
import type { Actor } from '#server/kernel/actor.ts'
import { tellNear } from '#server/kernel/limits/day-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { countHits, DAY_MS, MINUTE_MS, takeHits } from '#server/kernel/limits/rate-limit.ts'
import { tellCommitted } from '#server/kernel/postgres/after-commit.ts'

export const UPLOADS_PER_MINUTE = 60
/** Of pictures as they are sent, for each member: some four hundred photos as the app prepares them. */
export const UPLOAD_BYTES_PER_DAY = 200 * 1024 * 1024

/**
 * Counts a picture as it was sent, whatever becomes of it; `toomanyrequests` when it is one too many, or when the day's
 * bytes would be more than the quota.
 */
export const takeUpload = async (platform: Platform, actor: Actor, bytes: number): Promise<void> => {
  const limits = [
    { bucket: `upload ${actor.userId}`, most: UPLOADS_PER_MINUTE, windowMs: MINUTE_MS },
    { bucket: `pictures ${actor.userId}`, most: UPLOAD_BYTES_PER_DAY, windowMs: DAY_MS, amount: bytes },
  ]
  tellNear(platform, actor, limits, await countHits(platform.db, limits), tellCommitted)
}

export const LINKS_PER_MINUTE = 20

/** Counts a picture that the server is to fetch, whatever becomes of it. */
export const takeLink = async ({ db }: Platform, actor: Actor): Promise<void> => {
  await takeHits(db, [{ bucket: `link ${actor.userId}`, most: LINKS_PER_MINUTE, windowMs: MINUTE_MS }])
}
