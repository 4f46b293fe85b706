import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { anyOf, type PictureAccess } from '#server/kernel/picture-access.ts'

/**
 * The picture is in a message of a conversation of the viewer. The message is not deleted, and neither its sender nor
 * the other member is blocked. In a group, the post and its author are not hidden from the viewer.
 */
const visibleByMessage = ({ userId, blockedIds, hiddenUserIds }: Actor) =>
  sql<boolean>`exists (select from messages g
    join conversations c on c.community_id = g.community_id and c.id = g.conversation_id
    join conversation_members cm on cm.community_id = c.community_id and cm.conversation_id = c.id
    where g.image_id = m.id and g.deleted_at is null and cm.user_id = ${userId} and cm.left_at is null
      and g.user_id <> all (${blockedIds}::uuid[])
      and not exists (select from events e where e.community_id = c.community_id and e.id = c.event_id
        and (e.user_id = any (${hiddenUserIds}::uuid[]) or (e.hidden_at is not null and e.user_id is distinct from ${userId}::uuid)))
      and (c.event_id is not null or (c.low_user_id <> all (${blockedIds}::uuid[]) and c.high_user_id <> all (${blockedIds}::uuid[]))))`

/** The sender of a message that the team has hidden still sees its picture. */
const visibleByHiddenMessage = ({ userId }: Actor) =>
  sql<boolean>`exists (select from hidden_messages h join messages g on g.community_id = h.community_id and g.id = h.message_id
    where h.image_id = m.id and g.user_id = ${userId})`

export const messagePictures: PictureAccess = {
  isReferenced: sql<boolean>`(exists (select from messages where image_id = m.id)
    or exists (select from hidden_messages where image_id = m.id))`,
  isVisible: { conversation: actor => anyOf([visibleByMessage(actor), visibleByHiddenMessage(actor)]) },
}
