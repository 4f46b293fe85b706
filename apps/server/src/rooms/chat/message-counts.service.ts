// How many messages a group holds stands on the card of its event: written a moment later, once for all that were sent
// meanwhile.
import type { Platform } from '#server/kernel/platform.ts'
import { setMessagesCount } from '../feed/messages-count.service.ts'
import { type ConversationKey, countMessages } from './message.queries.ts'

const TOGETHER_MS = 2_000

type Counting = Pick<Platform, 'db' | 'bus' | 'background'>
const ofServer = new WeakMap<Platform['bus'], Map<string, NodeJS.Timeout>>()

const write = async (db: Platform['db'], key: ConversationKey, eventId: string) =>
  setMessagesCount(db, { communityId: key.communityId, eventId }, await countMessages(db, key))

/** A message of this group was written or taken away. What fails is written with the next one. */
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
