// The message count on the card of an event is written after a short delay, once for all messages sent meanwhile.
import { iteratePages } from '#server/kernel/data-export.ts'
import { coalesce } from '#server/kernel/coalesce.ts'
import { defineState, type Platform } from '#server/kernel/platform.ts'
import { setMessagesCount } from '../feed/messages-count.service.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { type ConversationKey, countMessages, findGroupsSince } from './message.queries.ts'

const COALESCE_MS = 2_000

type CountContext = Pick<Platform, 'state' | 'db' | 'background'>

interface Group extends ConversationKey {
  eventId: string
}

const writeCount = async (db: Platform['db'], group: Group) =>
  setMessagesCount(db, group, await countMessages(db, group))

/** Only groups whose last message is at most `RECENT_MS` old are recounted. */
const RECENT_MS = 7 * DAY_MS

/** Recounts recently active groups, because a stopped process or a failed write leaves a wrong count. */
export const recountRecentGroups = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> => {
  const since = new Date(clock.now().getTime() - RECENT_MS)
  const groups = iteratePages(
    (after, limit) => findGroupsSince(db, since, after, limit),
    ({ conversationId }) => conversationId,
  )
  for await (const group of groups) await writeCount(db, group)
}

const messageRecounts = defineState(({ db, background }: CountContext) =>
  coalesce<Group>({
    background,
    key: ({ eventId }) => eventId,
    firstAfterMs: COALESCE_MS,
    gapMs: COALESCE_MS,
    write: async groups => {
      for (const group of groups) await writeCount(db, group).catch(() => {})
    },
  }),
)

/** Schedules a recount of this group. If the write fails, the next message or the sweep repairs the count. */
export const scheduleMessageRecount = (
  platform: CountContext,
  { communityId, conversationId }: ConversationKey,
  eventId: string,
): void => messageRecounts(platform).add({ communityId, conversationId, eventId })
