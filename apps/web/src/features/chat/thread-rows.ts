import { isVisibleMessage, type SystemMessageType, type Message, type VisibleMessage } from '@parvis/contract/chat.ts'
import { isSystemMessage } from './thread.cache.ts'
import type { PendingMessage } from './pending-messages.ts'

/** Messages of one author within this time are joined, in milliseconds. */
const JOIN_WITHIN_MS = 5 * 60_000

interface RowBase {
  key: string
  /** Date in ISO 8601, set on the first row of a day. */
  day?: string
  /** Number of messages unread at opening, set on the first of them. */
  startsNew?: number
}

/** A row of a conversation. */
export type ThreadRow = RowBase &
  (
    | { kind: 'start' }
    | { kind: 'said'; message: VisibleMessage; joined: boolean; last: boolean }
    | { kind: 'system'; type: SystemMessageType; people: VisibleMessage['meta']['user'][] }
    | { kind: 'waiting'; pending: PendingMessage; joined: boolean }
  )

const dayOf = (iso: string) => new Date(iso).toDateString()

const continues = (before: VisibleMessage | undefined, { from, date }: Pick<VisibleMessage, 'from' | 'date'>) =>
  before !== undefined &&
  before.from === from &&
  !isSystemMessage(before) &&
  Date.parse(date) - Date.parse(before.date) < JOIN_WITHIN_MS &&
  dayOf(before.date) === dayOf(date)

interface ThreadRowsInput {
  messages: readonly Message[]
  pending: readonly PendingMessage[]
  me: string
  /** `place` of the last message read, and of the last message, when the conversation was opened. */
  readBefore: number
  endBefore: number
  /** Whether all older messages are loaded. */
  isComplete: boolean
}

/** Turns messages into rows with dates; joins messages of one author and groups system messages. */
export const threadRows = ({
  messages,
  pending,
  me,
  readBefore,
  endBefore,
  isComplete,
}: ThreadRowsInput): ThreadRow[] => {
  const visible = messages.filter(isVisibleMessage)
  const rows: ThreadRow[] = isComplete ? [{ kind: 'start', key: 'start' }] : []
  let isNewMarked = readBefore >= endBefore
  for (const [at, message] of visible.entries()) {
    const before = visible[at - 1]
    const next = visible[at + 1]
    const day = before && dayOf(before.date) === dayOf(message.date) ? undefined : message.date
    const startsNew =
      !isNewMarked &&
      message.place > readBefore &&
      message.place <= endBefore &&
      message.from !== me &&
      !isSystemMessage(message)
    if (startsNew) isNewMarked = true
    const part = {
      key: message._id,
      ...(day && { day }),
      ...(startsNew && {
        startsNew: visible.filter(
          one => one.place >= message.place && one.place <= endBefore && one.from !== me && !isSystemMessage(one),
        ).length,
      }),
    }
    if (isSystemMessage(message)) {
      const type = message.messageType as SystemMessageType
      const last = rows.at(-1)
      const canMerge = last?.kind === 'system' && last.type === type && type === 'joined' && !day
      // A system message about the viewer is not grouped with others.
      if (canMerge && message.from !== me && last.people[0]?._id !== me) last.people.push(message.meta.user)
      else rows.push({ ...part, kind: 'system', type, people: [message.meta.user] })
      continue
    }
    rows.push({
      ...part,
      kind: 'said',
      message,
      joined: !startsNew && continues(before, message),
      last: !next || !continues(message, next),
    })
  }
  const sent = new Set(visible.filter(({ from }) => from === me).map(({ tmpId }) => tmpId))
  let before = visible.at(-1)
  for (const one of pending) {
    if (sent.has(one.payload.tmpId)) continue
    const day = before && dayOf(before.date) === dayOf(one.date) ? undefined : one.date
    rows.push({
      kind: 'waiting',
      key: one.payload.tmpId,
      pending: one,
      joined: continues(before, { from: me, date: one.date }),
      ...(day && { day }),
    })
    before = { ...(before as VisibleMessage), from: me, date: one.date, messageType: undefined }
  }
  return rows
}
