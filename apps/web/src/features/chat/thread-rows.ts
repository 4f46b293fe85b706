import { isVisibleMessage, type SystemMessageType, type Message, type VisibleMessage } from '@parvis/contract/chat.ts'
import { isSystemMessage } from './thread.cache.ts'
import type { PendingMessage } from './pending-messages.ts'

/** Messages of one author within this time are joined, in milliseconds. */
const JOIN_WITHIN_MS = 5 * 60_000

interface RowBase {
  key: string
  /** Instant (ISO 8601) of the first message of a day; set only on the row of that message. */
  day?: string
  /** Number of messages that were unread when the conversation was opened; set on the row of the first of them. */
  unreadCount?: number
}

/** `joined`: directly follows a message of the same author; `last`: none of the same author directly follows. */
export type ThreadRow = RowBase &
  (
    | { kind: 'start' }
    | { kind: 'said'; message: VisibleMessage; joined: boolean; last: boolean }
    | { kind: 'system'; type: SystemMessageType; people: VisibleMessage['meta']['user'][] }
    | { kind: 'waiting'; pending: PendingMessage; joined: boolean }
  )

const dayOf = (iso: string) => new Date(iso).toDateString()

const joinsPrevious = (before: VisibleMessage | undefined, { from, date }: Pick<VisibleMessage, 'from' | 'date'>) =>
  before !== undefined &&
  before.from === from &&
  !isSystemMessage(before) &&
  Date.parse(date) - Date.parse(before.date) < JOIN_WITHIN_MS &&
  dayOf(before.date) === dayOf(date)

export interface ThreadRowsInput {
  messages: readonly Message[]
  pending: readonly PendingMessage[]
  me: string
  /** `place` of the last message read, and of the last message, when the conversation was opened. */
  readPlaceAtOpening: number
  lastPlaceAtOpening: number
  /** Whether all older messages are loaded. */
  isComplete: boolean
}

/** Whether a message of somebody else was unread when the conversation was opened. */
const wasUnread = (message: VisibleMessage, { me, readPlaceAtOpening, lastPlaceAtOpening }: ThreadRowsInput) =>
  message.place > readPlaceAtOpening &&
  message.place <= lastPlaceAtOpening &&
  message.from !== me &&
  !isSystemMessage(message)

/** Adds the row of a system message to `rows`, or merges it into the last row. */
const addSystemRow = (rows: ThreadRow[], message: VisibleMessage, base: RowBase, me: string) => {
  const type = message.messageType as SystemMessageType
  const last = rows.at(-1)
  const canMerge = last?.kind === 'system' && last.type === type && type === 'joined' && !base.day
  // A system message about the viewer is not grouped with others.
  if (canMerge && message.from !== me && last.people[0]?._id !== me) last.people.push(message.meta.user)
  else rows.push({ ...base, kind: 'system', type, people: [message.meta.user] })
}

const addSentRows = (rows: ThreadRow[], visible: readonly VisibleMessage[], input: ThreadRowsInput) => {
  let isNewMarked = input.readPlaceAtOpening >= input.lastPlaceAtOpening
  for (const [at, message] of visible.entries()) {
    const before = visible[at - 1]
    const next = visible[at + 1]
    const day = before && dayOf(before.date) === dayOf(message.date) ? undefined : message.date
    const startsNew = !isNewMarked && wasUnread(message, input)
    if (startsNew) isNewMarked = true
    const base: RowBase = {
      key: message._id,
      ...(day && { day }),
      // The mark precedes all unread messages, so it counts all of them.
      ...(startsNew && { unreadCount: visible.filter(one => wasUnread(one, input)).length }),
    }
    if (isSystemMessage(message)) addSystemRow(rows, message, base, input.me)
    else
      rows.push({
        ...base,
        kind: 'said',
        message,
        joined: !startsNew && joinsPrevious(before, message),
        last: !next || !joinsPrevious(message, next),
      })
  }
}

const addPendingRows = (
  rows: ThreadRow[],
  visible: readonly VisibleMessage[],
  { pending, me }: Pick<ThreadRowsInput, 'pending' | 'me'>,
) => {
  const sent = new Set(visible.filter(({ from }) => from === me).map(({ tmpId }) => tmpId))
  let before = visible.at(-1)
  for (const item of pending) {
    if (sent.has(item.payload.tmpId)) continue
    const day = before && dayOf(before.date) === dayOf(item.date) ? undefined : item.date
    rows.push({
      kind: 'waiting',
      key: item.payload.tmpId,
      pending: item,
      joined: joinsPrevious(before, { from: me, date: item.date }),
      ...(day && { day }),
    })
    before = { ...(before as VisibleMessage), from: me, date: item.date, messageType: undefined }
  }
}

/** Turns messages into rows with dates; joins messages of one author and groups system messages. */
export const threadRows = (input: ThreadRowsInput): ThreadRow[] => {
  const visible = input.messages.filter(isVisibleMessage)
  const rows: ThreadRow[] = input.isComplete ? [{ kind: 'start', key: 'start' }] : []
  addSentRows(rows, visible, input)
  addPendingRows(rows, visible, input)
  return rows
}
