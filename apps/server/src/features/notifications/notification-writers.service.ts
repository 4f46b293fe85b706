// Notifications are created after posts and messages are stored, so that nobody waits for them. To save one row per
// post, no queue is stored: after a crash, the next start searches the newest posts and messages.
import { sql } from 'kysely'
import { idAt } from '#server/kernel/ids.ts'
import { MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { coalesce } from '#server/kernel/coalesce.ts'
import {
  markMessageNotificationsRead,
  type ReadPlace,
  notifyOfMessages,
  publishMessageChanges,
} from './notify-messages.service.ts'
import { notifyOfPosts } from './notify-posts.service.ts'
import type { ConversationKey, EventKey } from './notification-batch.ts'

/** Pause between two batches of posts; the first post after a pause is processed at once. */
const POSTS_GAP_MS = 100
/** Delay of message notifications. A message read within the delay causes none; several messages cause only one. */
const MESSAGES_DELAY_MS = 2_000
const READS_GAP_MS = 250
const RETRY_MS = 5_000
/** Each search for missed posts and messages also covers this time before the last search, for late commits. */
const OVERLAP_MS = 10 * MINUTE_MS
const BATCH_SIZE = 200

/**
 * Creates notifications of published posts and messages, and updates those of messages that are read or changed. The
 * returned function stops this after the batch that is being written.
 */
export const startNotificationWriters = (
  platform: Platform,
  logError: (error: unknown) => void,
): (() => Promise<void>) => {
  const { bus, background } = platform
  const shared = { background, most: BATCH_SIZE, retryMs: RETRY_MS, logError }
  const posts = coalesce<EventKey>({
    ...shared,
    key: ({ eventId }) => eventId,
    firstAfterMs: 0,
    gapMs: POSTS_GAP_MS,
    write: batch => notifyOfPosts(platform, batch),
  })
  const messages = coalesce<ConversationKey>({
    ...shared,
    key: ({ conversationId }) => conversationId,
    firstAfterMs: MESSAGES_DELAY_MS,
    gapMs: MESSAGES_DELAY_MS,
    write: batch => notifyOfMessages(platform, batch),
  })
  const places = coalesce<ReadPlace>({
    ...shared,
    key: ({ conversationId, userId }) => `${conversationId} ${userId}`,
    firstAfterMs: 0,
    gapMs: READS_GAP_MS,
    write: batch => markMessageNotificationsRead(platform, batch),
  })
  const changes = coalesce<string>({
    ...shared,
    firstAfterMs: 0,
    gapMs: READS_GAP_MS,
    write: batch => publishMessageChanges(platform, batch),
  })
  const unsubscribers = [
    bus.subscribe('event.created', posts.add),
    bus.subscribe('message.created', messages.add),
    bus.subscribe('message.updated', ({ conversationId }) => changes.add(conversationId)),
    bus.subscribe('message.read', places.add),
  ]
  return async () => {
    for (const stop of unsubscribers) stop()
    await Promise.all([posts, messages, places, changes].map(writer => writer.stop()))
  }
}

/**
 * Creates the notifications of posts and messages stored since the last call. Existing notifications are not created
 * again.
 */
export const createMissedNotifications = async (platform: Platform): Promise<void> => {
  const { db, clock } = platform
  const now = clock.now()
  const { told_until } = await db.selectFrom('alert_progress').select('told_until').executeTakeFirstOrThrow()
  const since = idAt(told_until.getTime() - OVERLAP_MS, new Uint8Array(10))
  // the query makes one index range scan per community
  const posts = await sql<{ communityId: string; eventId: string }>`
    select c.id as "communityId", recent.id as "eventId" from communities c
      cross join lateral (select e.id from events e where e.community_id = c.id and e.id > ${since} offset 0) recent`.execute(
    db,
  )
  const conversations = await sql<{ communityId: string; conversationId: string }>`
    select distinct c.id as "communityId", recent.conversation_id as "conversationId" from communities c
      cross join lateral (select m.conversation_id from messages m where m.community_id = c.id and m.id > ${since} offset 0) recent`.execute(
    db,
  )
  for (let at = 0; at < posts.rows.length; at += BATCH_SIZE)
    await notifyOfPosts(platform, posts.rows.slice(at, at + BATCH_SIZE))
  for (let at = 0; at < conversations.rows.length; at += BATCH_SIZE)
    await notifyOfMessages(platform, conversations.rows.slice(at, at + BATCH_SIZE))
  await db.updateTable('alert_progress').set({ told_until: now }).where('told_until', '<', now).execute()
}
