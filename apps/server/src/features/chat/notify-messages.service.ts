// Each member of a conversation has one notification of its unread messages. The notification is marked as read when
// the member reads the conversation.
import { sql } from 'kysely'
import type { Platform } from '#server/kernel/platform.ts'
import { coalesce } from '#server/kernel/coalesce.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { excludedUserIdsColumn } from '../notifications/notifications.columns.ts'
import { markReadUpToPlaces, notify, publishContentChanges, type ReadPlace } from '../notifications/notify.service.ts'
import { isMessageForRecipient } from './notified-messages.columns.ts'
import type { ConversationKey } from './message.queries.ts'

/** Delay of message notifications. A message read within the delay causes none; several messages cause only one. */
const MESSAGES_DELAY_MS = 2_000
const READS_GAP_MS = 250
const RETRY_MS = 5_000
const BATCH_SIZE = 200

/**
 * Notifies members of messages that they have not read and were not notified of. Skips members whose conversation is
 * closed (`isConversationClosedTo`).
 */
export const notifyOfMessages = async (
  platform: Pick<Platform, 'db' | 'bus' | 'clock'>,
  conversations: readonly ConversationKey[],
): Promise<void> => {
  if (conversations.length === 0) return
  await inTransaction(platform.db, (tx, afterCommit) =>
    notify(
      platform,
      { tx, afterCommit },
      {
        kind: 'message',
        subjectKind: 'conversation',
        subjects: conversations.map(({ communityId, conversationId }) => ({ communityId, subjectId: conversationId })),
        recipients: sql`
          with asked as materialized (
            select talk.*, e.user_id as host_id, e.hidden_at is not null as is_hidden
            from subjects s join conversations talk on talk.community_id = s.community_id and talk.id = s.id
            left join events e on e.community_id = talk.community_id and e.id = talk.event_id
            for key share of talk
          ), in_it as materialized (
            select a.*, cm.user_community_id, cm.user_id, cm.read_place, ${excludedUserIdsColumn} as hidden_user_ids
            from asked a
            join conversation_members cm on cm.community_id = a.community_id and cm.conversation_id = a.id
            join users u on u.community_id = cm.user_community_id and u.id = cm.user_id
            join communities c on c.id = u.community_id
            where cm.left_at is null and cm.read_place < a.last_place
          ), unread as (
            select r.*, (select m.place from messages m where m.community_id = r.community_id and m.conversation_id = r.id
              and m.place > r.read_place and ${isMessageForRecipient} order by m.place desc limit 1) as place
            from in_it r
            where case when r.event_id is null then r.low_user_id <> all (r.hidden_user_ids) and r.high_user_id <> all (r.hidden_user_ids)
              else not r.is_hidden and (r.host_id is null or r.host_id <> all (r.hidden_user_ids)) end
          )
          select id as subject_id, user_community_id as community_id, user_id, read_place as from_place, place
          from unread where place is not null`,
        details: ['from_place', 'place'],
        isRenewed: true,
      },
    ),
  )
}

export const markMessageNotificationsRead = (
  platform: Pick<Platform, 'db' | 'bus'>,
  readPlaces: readonly ReadPlace[],
): Promise<void> => markReadUpToPlaces(platform, 'conversation', readPlaces)

/** Publishes a change of messages in these conversations, so that notified members refetch their notifications. */
export const publishMessageChanges = (
  platform: Pick<Platform, 'db' | 'bus'>,
  conversationIds: readonly string[],
): Promise<void> =>
  inTransaction(platform.db, (tx, afterCommit) =>
    publishContentChanges(
      platform,
      { tx, afterCommit },
      { kind: 'message', subjectKind: 'conversation', subjectIds: conversationIds },
    ),
  )

/** Creates notifications of messages, and updates those of messages that are read or changed. */
export const startMessageNotifications = (
  platform: Platform,
  logError: (error: unknown) => void,
): (() => Promise<void>) => {
  const { bus, background } = platform
  const shared = { background, most: BATCH_SIZE, retryMs: RETRY_MS, logError }
  const messages = coalesce<ConversationKey>({
    ...shared,
    key: ({ conversationId }) => conversationId,
    firstAfterMs: MESSAGES_DELAY_MS,
    gapMs: MESSAGES_DELAY_MS,
    write: batch => notifyOfMessages(platform, batch),
  })
  const places = coalesce<ReadPlace>({
    ...shared,
    key: ({ subjectId, userId }) => `${subjectId} ${userId}`,
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
    bus.subscribe('message.created', messages.add),
    bus.subscribe('message.updated', ({ conversationId }) => changes.add(conversationId)),
    bus.subscribe('message.read', ({ conversationId, userId, place }) =>
      places.add({ subjectId: conversationId, userId, place }),
    ),
  ]
  return async () => {
    for (const stop of unsubscribers) stop()
    await Promise.all([messages, places, changes].map(writer => writer.stop()))
  }
}

export const notifyOfMissedMessages = async (platform: Platform, since: string): Promise<void> => {
  // the query makes one index range scan per community
  const { rows } = await sql<ConversationKey>`
    select distinct c.id as "communityId", recent.conversation_id as "conversationId" from communities c
      cross join lateral (select m.conversation_id from messages m where m.community_id = c.id and m.id > ${since} offset 0) recent`.execute(
    platform.db,
  )
  for (let at = 0; at < rows.length; at += BATCH_SIZE) await notifyOfMessages(platform, rows.slice(at, at + BATCH_SIZE))
}
