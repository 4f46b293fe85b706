import { type OutgoingMessage, sendMessage } from '@parvis/contract/chat.ts'
import { newId } from '../kernel/ids.ts'
import { ensurePairConversation } from '../features/chat/conversation.service.ts'
import { writeMessages } from '../features/chat/store-message.service.ts'
import type { TestServer, Visitor } from './test-server.ts'

/**
 * Stores messages between two members of a community, or of two communities of one organisation, sent by the first
 * member; returns the ids of the messages.
 */
export const addMessages = async (
  { db }: Pick<TestServer, 'db'>,
  communityId: string,
  from: string,
  to: string,
  count = 1,
  toCommunityId: string = communityId,
): Promise<string[]> => {
  const key = await ensurePairConversation(
    db,
    { userId: from, communityId },
    { userId: to, communityId: toCommunityId },
  )
  const ids = Array.from({ length: count }, () => newId())
  await writeMessages(
    db,
    ids.map((id, at) => ({
      ...key,
      id,
      userId: from,
      userCommunityId: communityId,
      tmpId: id,
      messageType: null,
      text: `Bonjour ${at + 1}`,
      imageId: null,
      latitude: null,
      longitude: null,
      youtubeVideoId: null,
      eventId: null,
      eventCommunityId: null,
      now: new Date(),
    })),
  )
  return ids
}

/** Sends a message with a new `tmpId`. */
export const sendNewMessage = (from: Visitor, body: Partial<OutgoingMessage>) =>
  from.call(sendMessage, { body: { tmpId: newId(), ...body } })
