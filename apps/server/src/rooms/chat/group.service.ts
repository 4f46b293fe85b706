// Who answers a post is in its group, and who takes the answer back has left it: both are lines of the conversation.
import { sql } from 'kysely'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { GivenAnswer } from '#server/kernel/room.ts'
import { hasGroup } from './chat.policy.ts'
import { findMemberIds } from './conversation.queries.ts'
import { openGroup } from './conversation.service.ts'
import { writeMessages } from './store-message.service.ts'

/** In the transaction of the answer, while its event is locked: there when the answer is. */
export const changeGroup = async (
  { db, bus, clock }: Pick<Platform, 'db' | 'bus' | 'clock'>,
  { tx, afterCommit, actor, event, interested }: GivenAnswer,
): Promise<void> => {
  if (!hasGroup(event.groupId)) return
  const key = await openGroup(tx, event)
  const now = clock.now()
  const { userId, communityId: userCommunityId } = actor
  const enter = async (leftAt: Date | null) => {
    await sql`
      insert into conversation_members as cm (community_id, conversation_id, user_id, user_community_id, left_at)
      values (${key.communityId}, ${key.conversationId}, ${userId}, ${userCommunityId}, ${leftAt})
      on conflict (community_id, conversation_id, user_id) do update set left_at = excluded.left_at`.execute(tx)
  }
  // a line is written by who is in it
  await enter(null)
  const id = newId()
  const [stored] = await writeMessages(db, tx, [
    {
      ...key,
      id,
      userId,
      userCommunityId,
      tmpId: id,
      messageType: interested ? 'joined' : 'left',
      text: null,
      imageId: null,
      latitude: null,
      longitude: null,
      youtubeVideoId: null,
      eventId: null,
      eventCommunityId: null,
      now,
    },
  ])
  if (!interested) await enter(now)
  else
    // what was said before is there to be read, and nobody has to
    await sql`
      update conversation_members set received_place = ${stored!.place}, read_place = ${stored!.place}
      where community_id = ${key.communityId} and conversation_id = ${key.conversationId} and user_id = ${userId}`.execute(
      tx,
    )
  const userIds = [...new Set([userId, ...(await findMemberIds(tx, key))])]
  afterCommit(() => {
    bus.announce('conversation.changed', key)
    bus.announce('message.created', { ...key, id, userIds })
  })
}
