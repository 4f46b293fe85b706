// What is told of is told after it is stored, and nobody who posts or writes waits for it. Posts and messages
// themselves are the queue: what a crash has cut off is found among the newest of them at the next start, so that
// storing one costs no row more.
import { sql } from 'kysely'
import { idAt } from '#server/kernel/ids.ts'
import { MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { writeTogether } from '#server/kernel/write-together.ts'
import { readMessagesTo, type ReadPlace, tellMessages, tellMessagesChanged } from './tell-messages.service.ts'
import { tellPosts } from './tell-posts.service.ts'
import type { ConversationName, EventName } from './told.ts'

/** The first post of a while goes at once. */
const POSTS_GAP_MS = 100
/** A message that is read as it comes is nothing to be told of, and a flurry of them is told of once. */
const MESSAGES_AFTER_MS = 2_000
const READ_GAP_MS = 250
/** What was stored a while after it has its time. */
const OVERLAP_MS = 10 * MINUTE_MS
const MOST_TOGETHER = 200

/**
 * Tells of each post and message as the bus names it, and takes back what is read. Answers how to stop, once what is
 * being told is told.
 */
export const watchNews = (platform: Platform, log: (error: unknown) => void): (() => Promise<void>) => {
  const { bus, background } = platform
  const posts = writeTogether<EventName>(background, {
    gapMs: POSTS_GAP_MS,
    write: batch => tellPosts(platform, batch),
    log,
  })
  const messages = writeTogether<ConversationName>(background, {
    firstAfterMs: MESSAGES_AFTER_MS,
    gapMs: MESSAGES_AFTER_MS,
    write: batch => tellMessages(platform, batch),
    log,
  })
  const places = writeTogether<ReadPlace>(background, {
    gapMs: READ_GAP_MS,
    write: batch => readMessagesTo(platform, batch),
    log,
  })
  const changes = writeTogether<string>(background, {
    gapMs: READ_GAP_MS,
    write: batch => tellMessagesChanged(platform, batch),
    log,
  })
  const stops = [
    bus.listen('event.created', ({ eventId, communityId }) => posts.note(eventId, { eventId, communityId })),
    bus.listen('message.created', ({ communityId, conversationId }) =>
      messages.note(conversationId, { communityId, conversationId }),
    ),
    bus.listen('message.updated', ({ conversationId }) => changes.note(conversationId, conversationId)),
    bus.listen('message.read', ({ conversationId, userId, place }) =>
      places.note(`${conversationId} ${userId}`, { conversationId, userId, place }),
    ),
  ]
  return async () => {
    for (const stop of stops) stop()
    await Promise.all([posts, messages, places, changes].map(writer => writer.stop()))
  }
}

/**
 * Looks through what was published and written since all was told, and a little before: what is told already is not
 * told again.
 */
export const catchUp = async (platform: Platform): Promise<void> => {
  const { db, clock } = platform
  const now = clock.now()
  const { told_until } = await db.selectFrom('alert_progress').select('told_until').executeTakeFirstOrThrow()
  const since = idAt(told_until.getTime() - OVERLAP_MS, new Uint8Array(10))
  // one look into the key of each community
  const posts = await sql<{ communityId: string; eventId: string }>`
    select c.id as "communityId", recent.id as "eventId" from communities c
      cross join lateral (select e.id from events e where e.community_id = c.id and e.id > ${since} offset 0) recent`.execute(
    db,
  )
  const written = await sql<{ communityId: string; conversationId: string }>`
    select distinct c.id as "communityId", recent.conversation_id as "conversationId" from communities c
      cross join lateral (select m.conversation_id from messages m where m.community_id = c.id and m.id > ${since} offset 0) recent`.execute(
    db,
  )
  for (let at = 0; at < posts.rows.length; at += MOST_TOGETHER)
    await tellPosts(platform, posts.rows.slice(at, at + MOST_TOGETHER))
  for (let at = 0; at < written.rows.length; at += MOST_TOGETHER)
    await tellMessages(platform, written.rows.slice(at, at + MOST_TOGETHER))
  await db.updateTable('alert_progress').set({ told_until: now }).where('told_until', '<', now).execute()
}
