import { isSeen, type LineType, type Message, type SeenMessage } from '@parvis/contract/chat.ts'
import { isSystem } from './thread.cache.ts'
import type { WaitingMessage } from './waiting-messages.ts'

/** Messages of one author within this time are joined, in milliseconds. */
const TOGETHER_MS = 5 * 60_000

interface Part {
  key: string
  /** ISO 8601 date of its day, on the first row of a day. */
  day?: string
  /** On the first message that was unread at opening: how many were. */
  startsNew?: number
}

/** A row of a conversation. */
export type ThreadRow = Part &
  (
    | { kind: 'start' }
    | { kind: 'said'; message: SeenMessage; joined: boolean; last: boolean }
    | { kind: 'system'; type: LineType; people: SeenMessage['meta']['user'][] }
    | { kind: 'waiting'; waiting: WaitingMessage; joined: boolean }
  )

const dayOf = (iso: string) => new Date(iso).toDateString()

const follows = (before: SeenMessage | undefined, { from, date }: Pick<SeenMessage, 'from' | 'date'>) =>
  before !== undefined &&
  before.from === from &&
  !isSystem(before) &&
  Date.parse(date) - Date.parse(before.date) < TOGETHER_MS &&
  dayOf(before.date) === dayOf(date)

interface RowsOf {
  messages: readonly Message[]
  waiting: readonly WaitingMessage[]
  me: string
  /** Up to which place the viewer had read when the conversation was opened, and its last place then. */
  readBefore: number
  endBefore: number
  /** All older messages are loaded. */
  whole: boolean
}

/** Turns the messages of a conversation into rows: dates, joined messages, grouped system messages. */
export const threadRows = ({ messages, waiting, me, readBefore, endBefore, whole }: RowsOf): ThreadRow[] => {
  const seen = messages.filter(isSeen)
  const rows: ThreadRow[] = whole ? [{ kind: 'start', key: 'start' }] : []
  let isNewMarked = readBefore >= endBefore
  for (const [at, message] of seen.entries()) {
    const before = seen[at - 1]
    const next = seen[at + 1]
    const day = before && dayOf(before.date) === dayOf(message.date) ? undefined : message.date
    const startsNew =
      !isNewMarked &&
      message.place > readBefore &&
      message.place <= endBefore &&
      message.from !== me &&
      !isSystem(message)
    if (startsNew) isNewMarked = true
    const part = {
      key: message._id,
      ...(day && { day }),
      ...(startsNew && {
        startsNew: seen.filter(
          one => one.place >= message.place && one.place <= endBefore && one.from !== me && !isSystem(one),
        ).length,
      }),
    }
    if (isSystem(message)) {
      const type = message.messageType as LineType
      const last = rows.at(-1)
      const merges = last?.kind === 'system' && last.type === type && type === 'joined' && !day
      // The viewer’s own system message stays separate.
      if (merges && message.from !== me && last.people[0]?._id !== me) last.people.push(message.meta.user)
      else rows.push({ ...part, kind: 'system', type, people: [message.meta.user] })
      continue
    }
    rows.push({
      ...part,
      kind: 'said',
      message,
      joined: !startsNew && follows(before, message),
      last: !next || !follows(message, next),
    })
  }
  const sent = new Set(seen.filter(({ from }) => from === me).map(({ tmpId }) => tmpId))
  let before = seen.at(-1)
  for (const one of waiting) {
    if (sent.has(one.payload.tmpId)) continue
    const day = before && dayOf(before.date) === dayOf(one.date) ? undefined : one.date
    rows.push({
      kind: 'waiting',
      key: one.payload.tmpId,
      waiting: one,
      joined: follows(before, { from: me, date: one.date }),
      ...(day && { day }),
    })
    before = { ...(before as SeenMessage), from: me, date: one.date, messageType: undefined }
  }
  return rows
}
