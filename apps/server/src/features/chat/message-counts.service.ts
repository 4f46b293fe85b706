// How many messages a group holds stands on the card of its event: written a moment later, once for all that were sent
// meanwhile.
import type { Platform } from '#server/kernel/platform.ts'
import { setMessagesCount } from '../feed/messages-count.service.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { type ConversationKey, countMessages, findGroupsSince } from './message.queries.ts'

const TOGETHER_MS = 2_000

type Counting = Pick<Platform, 'db' | 'bus' | 'background'>
const ofServer = new WeakMap<Platform['bus'], Map<string, NodeJS.Timeout>>()

const write = async (db: Platform['db'], key: ConversationKey, eventId: string) =>
  setMessagesCount(db, { communityId: key.communityId, eventId }, await countMessages(db, key))

/** Groups that are looked at by one statement, and how long ago the last message of those is that are counted anew. */
const SLICE = 200
const RECENT_MS = 7 * DAY_MS

/**
 * Counts the groups anew that somebody has written in lately: what a process that ended had not yet written, and what
 * could not be written, is put right.
 */
export const recountMessages = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> => {
  const since = new Date(clock.now().getTime() - RECENT_MS)
  for (let after: string | undefined, left = true; left;) {
    const groups = await findGroupsSince(db, since, after, SLICE)
    for (const { eventId, ...key } of groups) await write(db, key, eventId)
    after = groups.at(-1)?.conversationId
    left = groups.length === SLICE
  }
}

/** A message of this group was written or taken away. What fails is written by the next one, or with the next sweep. */
export const noteMessageOf = ({ db, bus, background }: Counting, key: ConversationKey, eventId: string): void => {
  const waiting = ofServer.get(bus) ?? new Map<string, NodeJS.Timeout>()
  ofServer.set(bus, waiting)
  if (waiting.has(eventId)) return
  const end = background.begin()
  const timer = setTimeout(() => {
    waiting.delete(eventId)
    write(db, key, eventId)
      .catch(() => {})
      .finally(end)
  }, background.pause(TOGETHER_MS))
  waiting.set(eventId, timer.unref())
}
