// Each member of a conversation has one notification of its unread messages. The notification is marked as read when
// the member reads the conversation.
import { sql } from 'kysely'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { canBeNotified, isMessageForRecipient, excludedUserIdsColumn, isKindEnabled } from './notifications.columns.ts'
import {
  publishNotificationChanges,
  publishNotifications,
  type ConversationKey,
  type InsertedRow,
} from './notification-batch.ts'

export interface ReadPlace {
  conversationId: string
  userId: string
  place: number
}

/**
 * Notifies members of messages that they have not read and were not notified of. Skips members whose conversation is
 * closed (`isConversationClosedTo`).
 */
export const notifyOfMessages = async (
  platform: Pick<Platform, 'db' | 'bus' | 'clock'>,
  conversations: readonly ConversationKey[],
): Promise<void> => {
  if (conversations.length === 0) return
  const now = platform.clock.now()
  const { rows } = await sql<InsertedRow>`
    with asked as materialized (
      select talk.*, e.user_id as host_id, e.hidden_at is not null as is_hidden, asked.told_id
      from unnest(${conversations.map(({ communityId }) => communityId)}::uuid[],
        ${conversations.map(({ conversationId }) => conversationId)}::uuid[], ${conversations.map(() => newId())}::uuid[])
        as asked (community_id, id, told_id)
      join conversations talk on talk.community_id = asked.community_id and talk.id = asked.id
      left join events e on e.community_id = talk.community_id and e.id = talk.event_id
    ), in_it as materialized (
      select a.*, cm.user_community_id, cm.user_id, cm.read_place, u.account_id, ${excludedUserIdsColumn} as hidden_user_ids
      from asked a
      join conversation_members cm on cm.community_id = a.community_id and cm.conversation_id = a.id
      join users u on u.community_id = cm.user_community_id and u.id = cm.user_id
      join communities c on c.id = u.community_id
      where cm.left_at is null and cm.read_place < a.last_place and ${canBeNotified(now)} and ${isKindEnabled('message')}
    ), unread as (
      select r.*, (select m.place from messages m where m.community_id = r.community_id and m.conversation_id = r.id
        and m.place > r.read_place and ${isMessageForRecipient} order by m.place desc limit 1) as place
      from in_it r
      where case when r.event_id is null then r.low_user_id <> all (r.hidden_user_ids) and r.high_user_id <> all (r.hidden_user_ids)
        else not r.is_hidden and (r.host_id is null or r.host_id <> all (r.hidden_user_ids)) end
    ), written as (
      insert into notifications (community_id, user_id, id, kind, conversation_community_id, conversation_id, from_place, place, told_at)
      select user_community_id, user_id, told_id, 'message', community_id, id, read_place, place, ${now}::timestamptz
      from unread where place is not null
      order by id, user_id
      on conflict (conversation_id, user_id) where conversation_id is not null do update set
        id = excluded.id, place = excluded.place, told_at = excluded.told_at, is_read = false,
        -- what was told and seen is not counted again
        from_place = greatest(excluded.from_place, case when notifications.is_read then notifications.place else notifications.from_place end)
      where notifications.place < excluded.place
      returning conversation_id, community_id, user_id
    )
    select w.conversation_id as subject_id, w.community_id, w.user_id, u.account_id from written w
    join users u on u.community_id = w.community_id and u.id = w.user_id`.execute(platform.db)
  publishNotifications(platform, 'message', rows)
}

export const markMessageNotificationsRead = async (
  platform: Pick<Platform, 'db' | 'bus'>,
  readPlaces: readonly ReadPlace[],
): Promise<void> => {
  const { rows } = await sql<{ id: string; account_id: string }>`
    update notifications n set is_read = true
    from unnest(${readPlaces.map(({ conversationId }) => conversationId)}::uuid[], ${readPlaces.map(({ userId }) => userId)}::uuid[],
      ${readPlaces.map(({ place }) => place)}::int[]) as seen (conversation_id, user_id, place), users u
    where n.conversation_id = seen.conversation_id and n.user_id = seen.user_id and n.place <= seen.place and not n.is_read
      and u.community_id = n.community_id and u.id = n.user_id
    returning n.id, u.account_id`.execute(platform.db)
  for (const [accountId, read] of Map.groupBy(rows, row => row.account_id))
    platform.bus.publish('notification.read', { accountId, ids: read.map(({ id }) => id) })
}

/** Publishes a change of messages in these conversations, so that notified members refetch their notifications. */
export const publishMessageChanges = async (
  platform: Pick<Platform, 'db' | 'bus'>,
  conversationIds: readonly string[],
): Promise<void> => {
  const { rows } = await sql<Pick<InsertedRow, 'account_id'>>`
    select distinct u.account_id from notifications n join users u on u.community_id = n.community_id and u.id = n.user_id
    where n.conversation_id = any (${conversationIds}::uuid[])`.execute(platform.db)
  publishNotificationChanges(platform, rows)
}
