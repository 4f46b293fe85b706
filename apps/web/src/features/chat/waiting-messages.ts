import type { ChatGroup, ChatUser, Outgoing } from '@parvis/contract/chat.ts'
import type { Author } from '@parvis/contract/entity.ts'
import { useMemo } from 'react'
import { useWaiting } from '#web/kernel/outbox/use-waiting.ts'
import type { Waiting } from '#web/kernel/outbox/waiting.ts'
import { isGroup } from './lists.cache.ts'
import { placeOf } from './send-message.ts'

/** A message of the viewer that is still in the outbox. */
export type WaitingMessage = Waiting<'message'>

/** Pending messages of one conversation; none for a conversation without a recipient. */
export const useWaitingMessages = (name: Pick<Outgoing, 'to' | 'eventId'>): readonly WaitingMessage[] => {
  const all = useWaiting()
  const place = name.to || name.eventId ? placeOf(name) : null
  return useMemo(
    () => all.filter((one): one is WaitingMessage => one.kind === 'message' && one.place === place),
    [all, place],
  )
}

/** For items of an older version, which stored only the name of the recipient. */
const calledOnly = (_id: string, name: string): WaitingMessage['person'] => ({
  _id,
  // The pseudo is unknown, so the person is addressed by id.
  elsewhere: true,
  pseudo: '',
  firstname: name,
  initial: null,
  building: null,
  role: 'neighbor',
  photoUri: null,
  gender: null,
})

/**
 * People written to for the first time, whose conversation exists only in the outbox. `findPerson` looks up an open
 * conversation. Recipients who can no longer be written to are omitted: their messages appear among the pending ones.
 */
export const begunIn = (
  users: readonly ChatUser[],
  waiting: readonly Waiting[],
  known: (id: string) => Author | undefined,
): ChatUser[] => {
  const begun = new Map<string, ChatUser>()
  for (const one of waiting) {
    if (one.kind !== 'message' || one.refused?.key === 'forbidden' || one.refused?.key === 'error404') continue
    const { to } = one.payload
    if (!to || users.some(({ _id }) => _id === to)) continue
    const person = one.person ?? known(to) ?? (one.to && calledOnly(to, one.to))
    if (person) begun.set(to, { ...person, online: false, notRead: 0 })
  }
  return [...begun.values()]
}

/** Merges conversations of two and groups with messages, latest first; a pending message counts with its date. */
export const withWaiting = (
  users: readonly ChatUser[],
  groups: readonly ChatGroup[],
  waiting: readonly Waiting[],
): (ChatUser | ChatGroup)[] => {
  const dates = new Map(waiting.filter(({ kind }) => kind === 'message').map(({ place, date }) => [place, date]))
  const timeOf = (entry: ChatUser | ChatGroup) =>
    dates.get(placeOf(isGroup(entry) ? { eventId: entry.event._id } : { to: entry._id })) ??
    entry.lastMessage?.date ??
    ''
  return [...users, ...groups.filter(timeOf)].toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)))
}
