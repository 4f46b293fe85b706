// A reconnecting client asks for missed messages: after the known places, and recent ones of conversations it does not
// know yet.
import { MOST_RESUMED, type Message } from '@parvis/contract/chat.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { isId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { isClosedTo } from './chat.policy.ts'
import { presentFor } from './chat.service.ts'
import { statesOf } from './conversation-states.ts'
import { countResume } from './message-rate.ts'
import { findMissed } from './message.queries.ts'

const MOST_CONVERSATIONS = 1_500

export interface Resumed {
  messages: readonly Message[]
  /** There are more than one reply holds; the client reloads its pages. */
  truncated: boolean
}

export const findMissedMessages = async (
  platform: Platform,
  actor: Actor,
  { conversations, since }: { conversations: Record<string, number>; since?: string },
): Promise<Resumed> => {
  countResume(actor.userId)
  const ids = Object.keys(conversations)
  if (ids.length > MOST_CONVERSATIONS || !ids.every(isId)) fail('badrequest', { field: 'conversations' })
  const from = since === undefined ? null : new Date(since)
  const rows = await findMissed(platform, actor.userId, conversations, from, MOST_RESUMED + 1)
  const states = statesOf(platform)
  const open = await Promise.all(
    rows.map(async row => {
      const state = await states.find({ communityId: row.community_id, conversationId: row.conversation_id })
      return state && !isClosedTo(actor, state)
    }),
  )
  const shown = rows.filter((_, at) => open[at]).slice(0, MOST_RESUMED)
  return { messages: await presentFor(platform, actor, shown), truncated: rows.length > MOST_RESUMED }
}
