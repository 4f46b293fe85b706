// Pictures cost time to decode and room to keep: each member has so many a minute, and so many bytes a day.
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { DAY_MS, MINUTE_MS, takeHits } from '#server/kernel/limits/rate-limit.ts'

export const UPLOADS_PER_MINUTE = 60
/** Of pictures as they are sent, for each member and day (UTC): some four hundred photos as the app prepares them. */
export const UPLOAD_BYTES_PER_DAY = 200 * 1024 * 1024

const dayOf = (now: Date) => now.toISOString().slice(0, 10)

/**
 * Counts a picture as it was sent, whatever becomes of it; `toomanyrequests` when it is one too many, or when the day's
 * bytes would be more than the quota.
 */
export const takeUpload = async ({ db, clock }: Platform, actor: Actor, bytes: number): Promise<void> => {
  await takeHits(db, [{ bucket: `upload ${actor.userId}`, most: UPLOADS_PER_MINUTE, windowMs: MINUTE_MS }])
  const now = clock.now()
  const { rows } = await sql`
    insert into upload_days (community_id, user_id, day, bytes) values (${actor.communityId}, ${actor.userId}, ${dayOf(now)}, ${bytes})
    on conflict (community_id, user_id, day) do update set bytes = upload_days.bytes + excluded.bytes
    where upload_days.bytes + excluded.bytes <= ${UPLOAD_BYTES_PER_DAY} returning bytes`.execute(db)
  if (rows.length === 0)
    fail('toomanyrequests', { params: { seconds: Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000) } })
}

export const LINKS_PER_MINUTE = 20

/** Counts a picture that the server is to fetch, whatever becomes of it. */
export const takeLink = async ({ db }: Platform, actor: Actor): Promise<void> => {
  await takeHits(db, [{ bucket: `link ${actor.userId}`, most: LINKS_PER_MINUTE, windowMs: MINUTE_MS }])
}

/** Drops what was counted on days that are over. */
export const forgetUploadDays = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('upload_days')
    .where('day', '<', dayOf(new Date(now.getTime() - DAY_MS)))
    .execute()
}
