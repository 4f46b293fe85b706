// The message count on the card of an event is written after a short delay, once for all messages sent meanwhile.
import type { Platform } from '#server/kernel/platform.ts'
import { setMessagesCount } from '../feed/messages-count.service.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { type ConversationKey, countMessages, findGroupsSince } from './message.queries.ts'

const COALESCE_MS = 2_000

type CountContext = Pick<Platform, 'db' | 'bus' | 'background'>
const timersByServer = new WeakMap<Platform['bus'], Map<string, NodeJS.Timeout>>()

const writeCount = async (db: Platform['db'], key: ConversationKey, eventId: string) =>
  setMessagesCount(db, { communityId: key.communityId, eventId }, await countMessages(db, key))

/** Number of groups read by one statement. Only groups whose last message is at most `RECENT_MS` old are recounted. */
const BATCH_SIZE = 200
const RECENT_MS = 7 * DAY_MS

/** Recounts recently active groups, because a stopped process or a failed write leaves a wrong count. */
export const recountRecentGroups = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> => {
  const since = new Date(clock.now().getTime() - RECENT_MS)
  for (let after: string | undefined, hasMore = true; hasMore;) {
    const groups = await findGroupsSince(db, since, after, BATCH_SIZE)
    for (const { eventId, ...key } of groups) await writeCount(db, key, eventId)
    after = groups.at(-1)?.conversationId
    hasMore = groups.length === BATCH_SIZE
  }
}

/** Schedules a recount of this group. If the write fails, the next message or the sweep repairs the count. */
export const scheduleMessageRecount = (
  { db, bus, background }: CountContext,
  key: ConversationKey,
  eventId: string,
): void => {
  const timers = timersByServer.get(bus) ?? new Map<string, NodeJS.Timeout>()
  timersByServer.set(bus, timers)
  if (timers.has(eventId)) return
  const end = background.beginTask()
  const timer = setTimeout(() => {
    timers.delete(eventId)
    writeCount(db, key, eventId)
      .catch(() => {})
      .finally(end)
  }, background.scaleDelay(COALESCE_MS))
  timers.set(eventId, timer.unref())
}
