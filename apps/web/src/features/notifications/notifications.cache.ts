import type { Author } from '@parvis/contract/entity.ts'
import type { Notification, NotificationsPage } from '@parvis/contract/notifications.ts'
import type { InfiniteData } from '@tanstack/react-query'
import { mergeRows } from './merge-rows.ts'

export type NotificationsData = InfiniteData<NotificationsPage, unknown>

/** Identifies kind and subject, such as a conversation; the list has at most one notification per key. */
export const subjectKeyOf = ({ kind, event, conversationId, approval, moderation, actors }: Notification): string => {
  const about = {
    message: conversationId,
    approval: approval?.deal?._id ?? actors[0]?._id,
    moderation: moderation?.caseId,
    alert: event?._id,
    answer: event?._id,
    welcome: event?._id,
    changed: event?._id,
    calledoff: event?._id,
  }[kind]
  return `${kind} ${about}`
}

const hasSameSubject = (one: Notification, other: Notification) => subjectKeyOf(one) === subjectKeyOf(other)

export const notificationsIn = ({ pages }: Pick<NotificationsData, 'pages'>): Notification[] =>
  pages.flatMap(({ docs }) => docs)

export const unreadCountIn = (data: NotificationsData | undefined): number => data?.pages[0]?.notRead ?? 0

/** Number of unread rows, into which several notifications may be merged. The bell shows this number. */
export const countUnreadRows = (data: NotificationsData | undefined): number => {
  const unread = data ? notificationsIn(data).filter(({ read }) => !read) : []
  return Math.max(0, unreadCountIn(data) - unread.length) + mergeRows(unread).length
}

const withChangedPages = (
  data: NotificationsData,
  docsOf: (docs: Notification[]) => Notification[],
  notRead: number,
): NotificationsData => ({
  ...data,
  pages: data.pages.map(page => ({ ...page, docs: docsOf(page.docs), notRead })),
})

/** Puts a notification on top in place of the previous one about its subject; ignores one that is not newer. */
export const withNewNotification = (data: NotificationsData, incoming: Notification): NotificationsData => {
  const before = notificationsIn(data).find(one => hasSameSubject(one, incoming))
  if (before && before._id >= incoming._id) return data
  const added = before && !before.read ? 0 : 1
  const without = withChangedPages(
    data,
    docs => docs.filter(one => one !== before),
    unreadCountIn(data) + (incoming.read ? 0 : added),
  )
  const [first, ...others] = without.pages
  return first ? { ...without, pages: [{ ...first, docs: [incoming, ...first.docs] }, ...others] } : data
}

/** Updates a person in every notification that names them. */
export const withActor = (data: NotificationsData, actor: Author): NotificationsData =>
  withChangedPages(
    data,
    docs =>
      docs.map(one =>
        one.actors.some(({ _id }) => _id === actor._id)
          ? { ...one, actors: one.actors.map(before => (before._id === actor._id ? actor : before)) }
          : one,
      ),
    unreadCountIn(data),
  )

export const withoutEvent = (data: NotificationsData, eventId: string): NotificationsData => {
  const deleted = notificationsIn(data).filter(({ event }) => event?._id === eventId)
  if (deleted.length === 0) return data
  const notRead = Math.max(0, unreadCountIn(data) - deleted.filter(({ read }) => !read).length)
  return withChangedPages(data, docs => docs.filter(one => !deleted.includes(one)), notRead)
}

/** Marks the given notifications as read; null when one of them is not loaded on this device. */
export const withIdsRead = (data: NotificationsData, ids: readonly string[]): NotificationsData | null => {
  const known = notificationsIn(data).filter(({ _id }) => ids.includes(_id))
  if (known.length < ids.length) return null
  const notRead = Math.max(0, unreadCountIn(data) - known.filter(({ read }) => !read).length)
  return withChangedPages(
    data,
    docs => docs.map(one => (ids.includes(one._id) ? { ...one, read: true } : one)),
    notRead,
  )
}

/** Marks a notification and all older ones as read. */
export const withReadUpTo = (data: NotificationsData, upTo: string): NotificationsData => {
  const before = notificationsIn(data).filter(({ _id, read }) => !read && _id <= upTo).length
  const newest = notificationsIn(data)[0]?._id
  // Marking the newest as read includes the unread notifications beyond the loaded pages.
  const notRead = newest !== undefined && upTo >= newest ? 0 : Math.max(0, unreadCountIn(data) - before)
  return withChangedPages(
    data,
    docs => docs.map(one => (one._id <= upTo && !one.read ? { ...one, read: true } : one)),
    notRead,
  )
}
