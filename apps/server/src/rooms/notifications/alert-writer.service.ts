// Posts are told of after they are stored, and nobody who posts waits for it. The posts themselves are the queue: what a crash has cut off is
// found among the newest of them at the next start, so that storing a post costs no row more.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { idAt } from '#server/kernel/ids.ts'
import { MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { tellAlerts } from './notifications.service.ts'

const MOST_TOGETHER = 200
/** Between two statements: what is posted meanwhile goes together, which costs the database a fraction. The first of a while goes at once. */
const GAP_MS = 100
const AGAIN_MS = 5_000
/** A post is stored a while after it has its time. */
const OVERLAP_MS = 10 * MINUTE_MS

/** Tells of each post as the bus names it, those that come meanwhile together. Answers how to stop, once what is being told is told. */
export const watchPosts = (platform: Platform, log: (error: unknown) => void): (() => Promise<void>) => {
  const waiting = new Map<string, string>()
  let running: Promise<void> | null = null
  let again: NodeJS.Timeout | undefined
  let stopped = false

  const run = async () => {
    while (waiting.size > 0) {
      const events = [...waiting].slice(0, MOST_TOGETHER).map(([eventId, communityId]) => ({ eventId, communityId }))
      try {
        await tellAlerts(platform, events)
      } catch (error) {
        log(error)
        again = setTimeout(start, AGAIN_MS).unref()
        return
      }
      for (const { eventId } of events) waiting.delete(eventId)
      if (!stopped && waiting.size < MOST_TOGETHER) await wait(GAP_MS)
    }
  }
  const start = () => {
    clearTimeout(again)
    running ??= run().finally(() => {
      running = null
    })
  }
  const stopListening = platform.bus.listen('event.created', ({ eventId, communityId }) => {
    waiting.set(eventId, communityId)
    start()
  })
  return async () => {
    stopped = true
    stopListening()
    clearTimeout(again)
    await running
  }
}

/** Looks through what was published since all was told, and a little before: what is told already is not told again. */
export const catchUpWithPosts = async (platform: Platform): Promise<void> => {
  const { db, clock } = platform
  const now = clock.now()
  const { told_until } = await db.selectFrom('alert_progress').select('told_until').executeTakeFirstOrThrow()
  const since = idAt(told_until.getTime() - OVERLAP_MS, new Uint8Array(10))
  // one look into the key of each community
  const { rows } = await sql<{ communityId: string; eventId: string }>`
    select c.id as "communityId", recent.id as "eventId" from communities c
      cross join lateral (select e.id from events e where e.community_id = c.id and e.id > ${since} offset 0) recent`.execute(
    db,
  )
  for (let at = 0; at < rows.length; at += MOST_TOGETHER) await tellAlerts(platform, rows.slice(at, at + MOST_TOGETHER))
  await db.updateTable('alert_progress').set({ told_until: now }).where('told_until', '<', now).execute()
}
