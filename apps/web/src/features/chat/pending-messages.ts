import type { ChatGroup, ChatUser, OutgoingMessage } from '@parvis/contract/chat.ts'
import { useMemo } from 'react'
import { usePending } from '#web/kernel/outbox/use-pending.ts'
import type { PendingItem } from '#web/kernel/outbox/pending.ts'
import { isGroup } from './lists.cache.ts'
import { queueOf } from './send-message.ts'

/** A message of the viewer that is still in the outbox. */
export type PendingMessage = PendingItem<'message'>

/** Returns the pending messages of one conversation; none when `target` names neither a person nor a post. */
export const usePendingMessages = (target: Pick<OutgoingMessage, 'to' | 'eventId'>): readonly PendingMessage[] => {
  const items = usePending()
  const place = target.to || target.eventId ? queueOf(target) : null
  return useMemo(
    () => items.filter((item): item is PendingMessage => item.kind === 'message' && item.place === place),
    [items, place],
  )
}

/**
 * Returns the people whose conversation exists only in the outbox. Recipients who can no longer be written to are
 * omitted: the list of unsent items shows their messages.
 */
export const findNewContacts = (users: readonly ChatUser[], pending: readonly PendingItem[]): ChatUser[] => {
  const contacts = new Map<string, ChatUser>()
  for (const item of pending) {
    if (item.kind !== 'message' || item.refused?.key === 'forbidden' || item.refused?.key === 'error404') continue
    const { to } = item.payload
    if (!to || users.some(({ _id }) => _id === to)) continue
    if (item.person) contacts.set(to, { ...item.person, online: false, notRead: 0 })
  }
  return [...contacts.values()]
}

/** Merges people and the groups that have messages, latest message first; pending messages count too. */
export const mergeConversations = (
  users: readonly ChatUser[],
  groups: readonly ChatGroup[],
  pending: readonly PendingItem[],
): (ChatUser | ChatGroup)[] => {
  const dates = new Map(pending.filter(({ kind }) => kind === 'message').map(({ place, date }) => [place, date]))
  const timeOf = (entry: ChatUser | ChatGroup) =>
    dates.get(queueOf(isGroup(entry) ? { eventId: entry.event._id } : { to: entry._id })) ??
    entry.lastMessage?.date ??
    ''
  return [...users, ...groups.filter(timeOf)].toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)))
}
