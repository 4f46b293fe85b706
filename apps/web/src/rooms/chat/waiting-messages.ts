import type { ChatGroup, ChatUser, Outgoing } from '@parvis/contract/chat.ts'
import { useMemo } from 'react'
import { useWaiting } from '#web/kernel/outbox/use-waiting.ts'
import type { Waiting } from '#web/kernel/outbox/waiting.ts'
import { isGroup } from './lists.cache.ts'
import { placeOf } from './send-message.ts'

/** A message of one's own that the server does not have yet. */
export type WaitingMessage = Waiting<'message'>

/** What waits for one conversation; nothing for one that has nobody in it yet. */
export const useWaitingMessages = (name: Pick<Outgoing, 'to' | 'eventId'>): readonly WaitingMessage[] => {
  const all = useWaiting()
  const place = name.to || name.eventId ? placeOf(name) : null
  return useMemo(
    () => all.filter((one): one is WaitingMessage => one.kind === 'message' && one.place === place),
    [all, place],
  )
}

/** Conversations, the latest first: what waits for one was written as late as it says. */
export const withWaiting = <T extends ChatUser | ChatGroup>(
  entries: readonly T[],
  waiting: readonly Waiting[],
): T[] => {
  const dates = new Map(waiting.filter(({ kind }) => kind === 'message').map(({ place, date }) => [place, date]))
  const timeOf = (entry: T) =>
    dates.get(placeOf(isGroup(entry) ? { eventId: entry.event._id } : { to: entry._id })) ??
    entry.lastMessage?.date ??
    ''
  return dates.size === 0 ? [...entries] : entries.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)))
}
