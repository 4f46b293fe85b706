import type { Chat } from '@parvis/demo-world/make-chats.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { runInBatches } from '#server/kernel/postgres/in-batches.ts'

const BATCH_SIZE = 500

export const writeDemoChats = async (tx: Tx, chats: readonly Chat[]) => {
  await runInBatches(
    chats.map(({ id, communityId, eventId, pair, messages }) => ({
      community_id: communityId,
      id,
      event_id: eventId,
      low_user_id: pair?.[0] ?? null,
      high_user_id: pair?.[1] ?? null,
      last_place: messages.length,
      last_message_at: messages.at(-1)?.at ?? null,
      created_at: messages[0]!.at,
    })),
    batch => tx.insertInto('conversations').values(batch).execute(),
    BATCH_SIZE,
  )
  await runInBatches(
    chats.flatMap(({ id, communityId, members }) =>
      members.map(({ userId, readPlace }) => ({
        community_id: communityId,
        conversation_id: id,
        user_id: userId,
        user_community_id: communityId,
        received_place: readPlace,
        read_place: readPlace,
      })),
    ),
    batch => tx.insertInto('conversation_members').values(batch).execute(),
    BATCH_SIZE,
  )
  await runInBatches(
    chats.flatMap(chat =>
      chat.messages.map((message, at) => ({
        community_id: chat.communityId,
        conversation_id: chat.id,
        place: at + 1,
        id: message.id,
        user_id: message.userId,
        user_community_id: chat.communityId,
        tmp_id: message.id,
        message_type: message.type,
        text: message.text,
        image_id: null,
        latitude: message.place?.latitude ?? null,
        longitude: message.place?.longitude ?? null,
        youtube_video_id: null,
        video_title: null,
        event_id: null,
        event_community_id: null,
        created_at: message.at,
        deleted_at: null,
      })),
    ),
    batch => tx.insertInto('messages').values(batch).execute(),
    BATCH_SIZE,
  )
}
