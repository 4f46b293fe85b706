import { createStore, del, entries, set, type UseStore } from 'idb-keyval'
import type { Outgoing } from '@parvis/contract/chat.ts'
import type { ErrorKey } from '@parvis/contract/errors.ts'

/** A message that has yet to be acknowledged. */
export interface Waiting {
  /** Who sends it. */
  me: string
  message: Outgoing
  /** Sent as it is until the server has it; then `message.image` names it. */
  photo?: Blob
  /** ISO 8601, when it was written. */
  date: string
  /** Why the server does not take it: it is sent no more until its sender says so. */
  refused?: ErrorKey | 'networkerror'
}

const box = createStore('parvis-outbox', 'messages')

/** Null where the browser refuses its database: what waits is then forgotten with the page. */
const inBox = async <T>(act: (store: UseStore) => Promise<T>): Promise<T | null> => {
  try {
    return await act(box)
  } catch {
    return null
  }
}

const keyOf = ({ me, message: { tmpId } }: Waiting) => `${me} ${tmpId}`

const isWaiting = (value: unknown): value is Waiting =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Waiting).me === 'string' &&
  typeof (value as Waiting).date === 'string' &&
  typeof (value as Waiting).message?.tmpId === 'string'

export const keepWaiting = async (waiting: Waiting): Promise<void> => {
  await inBox(store => set(keyOf(waiting), waiting, store))
}

export const dropWaiting = async (waiting: Waiting): Promise<void> => {
  await inBox(store => del(keyOf(waiting), store))
}

/** What this member has left to be sent on this device, the first one first. */
export const findWaiting = async (me: string): Promise<Waiting[]> =>
  ((await inBox(store => entries<string, unknown>(store))) ?? [])
    .map(([, value]) => value)
    .filter(value => isWaiting(value))
    .filter(waiting => waiting.me === me)
    .sort((a, b) => a.date.localeCompare(b.date))
