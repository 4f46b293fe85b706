import type { ChatGroup, ChatUser, Outgoing } from '@parvis/contract/chat.ts'
import type { Author } from '@parvis/contract/entity.ts'
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

/** Of an older version, which kept no more of who is written to than the name. */
const calledOnly = (_id: string, name: string): WaitingMessage['person'] => ({
  _id,
  // found by the id: by which pseudo is not known
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
 * Who is written to for the first time: until the server has it, what waits is all there is of the conversation.
 * `known`: somebody by the id, as an open conversation knows them. Who cannot be written to any more is not among them:
 * what was refused there is told with the rest of what waits.
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

/**
 * Whom one writes with and the groups that have begun to talk in one list, the latest first: what waits for one was
 * written as late as it says, and may be its first word.
 */
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
