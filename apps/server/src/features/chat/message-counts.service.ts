// The card of an event shows how many messages its group has: written with a short delay, once for all messages sent
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

/** Groups read by one statement, and the age of the last message of groups that are counted again. */
const SLICE = 200
const RECENT_MS = 7 * DAY_MS

/** Counts recently active groups again, which repairs counts that a stopped process or a failed write left out. */
export const recountMessages = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> => {
  const since = new Date(clock.now().getTime() - RECENT_MS)
  for (let after: string | undefined, left = true; left;) {
    const groups = await findGroupsSince(db, since, after, SLICE)
    for (const { eventId, ...key } of groups) await write(db, key, eventId)
    after = groups.at(-1)?.conversationId
    left = groups.length === SLICE
  }
}

/** Schedules a new count of this group. A failed write is repaired by the next message or by the sweep. */
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
