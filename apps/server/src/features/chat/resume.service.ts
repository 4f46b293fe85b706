// A reconnecting client requests missed messages: in the conversations that it knows, those after the last known one;
// in others, those since a given time.
import { MAX_RESUMED_MESSAGES, type Message } from '@parvis/contract/chat.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { isId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { isConversationClosedTo } from './chat.policy.ts'
import { presentMessagesFor } from './chat.service.ts'
import { conversationCache } from './conversation-cache.ts'
import { consumeResumeQuota } from './message-rate.ts'
import { findMissedRows } from './message.queries.ts'

const MAX_CONVERSATIONS = 1_500

export interface ResumeResult {
  messages: readonly Message[]
  /** True if more was missed than one reply can contain; the client then reloads its pages. */
  truncated: boolean
}

export const findMissedMessages = async (
  platform: Platform,
  actor: Actor,
  { conversations, since }: { conversations: Record<string, number>; since?: string },
): Promise<ResumeResult> => {
  consumeResumeQuota(platform)(actor.userId)
  const ids = Object.keys(conversations)
  if (ids.length > MAX_CONVERSATIONS || !ids.every(isId)) fail('badrequest', { field: 'conversations' })
  const from = since === undefined ? null : new Date(since)
  const rows = await findMissedRows(platform, actor.userId, conversations, from, MAX_RESUMED_MESSAGES + 1)
  const states = conversationCache(platform)
  const isOpen = await Promise.all(
    rows.map(async row => {
      const state = await states.find({ communityId: row.community_id, conversationId: row.conversation_id })
      return state && !isConversationClosedTo(actor, state)
    }),
  )
  const visible = rows.filter((_, at) => isOpen[at]).slice(0, MAX_RESUMED_MESSAGES)
  return { messages: await presentMessagesFor(platform, actor, visible), truncated: rows.length > MAX_RESUMED_MESSAGES }
}
