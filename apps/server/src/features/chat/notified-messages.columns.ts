import { type RawBuilder, sql } from 'kysely'

/** Messages are counted up to this number. */
export const MAX_COUNTED = 100

/**
 * Whether the message `m` counts as unread for the recipient `r`, by the same rule as the SQL function
 * `unread_messages`.
 */
export const isMessageForRecipient: RawBuilder<boolean> = sql<boolean>`(
  m.user_id <> r.user_id and m.user_id <> all (r.hidden_user_ids) and m.deleted_at is null
  and (m.message_type is null or m.message_type in ('event', 'interested')))`

/** The messages `m` that the notification `n` covers for the recipient `r`. */
export const coveredMessages = sql`messages m
  where m.community_id = n.subject_community_id and m.conversation_id = n.subject_id
    and m.place > n.from_place and m.place <= n.place and ${isMessageForRecipient}`
