import type { Author } from '@parvis/contract/entity.ts'
import type { Notification, NotificationsPage } from '@parvis/contract/notifications.ts'
import type { InfiniteData } from '@tanstack/react-query'
import { together } from './together.ts'

export type Told = InfiniteData<NotificationsPage, unknown>

/** Identifies the subject of a notification: the list has at most one of each kind about it. */
export const subjectOf = ({ kind, event, conversationId, approval, moderation, actors }: Notification): string => {
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

const isSame = (one: Notification, other: Notification) => subjectOf(one) === subjectOf(other)

export const notificationsIn = ({ pages }: Pick<Told, 'pages'>): Notification[] => pages.flatMap(({ docs }) => docs)

export const notReadIn = (told: Told | undefined): number => told?.pages[0]?.notRead ?? 0

/**
 * The number of unread rows as displayed, where several notifications may merge into one: the bell counts what the list
 * shows.
 */
export const unreadRowsIn = (told: Told | undefined): number => {
  const unread = told ? notificationsIn(told).filter(({ read }) => !read) : []
  return Math.max(0, notReadIn(told) - unread.length) + together(unread).length
}

const changed = (told: Told, docsOf: (docs: Notification[]) => Notification[], notRead: number): Told => ({
  ...told,
  pages: told.pages.map(page => ({ ...page, docs: docsOf(page.docs), notRead })),
})

/**
 * Puts a new notification on top and removes the previous one on the same subject. One that is known already, or older,
 * changes nothing.
 */
export const withNew = (told: Told, news: Notification): Told => {
  const before = notificationsIn(told).find(one => isSame(one, news))
  if (before && before._id >= news._id) return told
  const counted = before && !before.read ? 0 : 1
  const without = changed(told, docs => docs.filter(one => one !== before), notReadIn(told) + (news.read ? 0 : counted))
  const [first, ...others] = without.pages
  return first ? { ...without, pages: [{ ...first, docs: [news, ...first.docs] }, ...others] } : told
}

/** Updates a person wherever they are named. */
export const withActor = (told: Told, actor: Author): Told =>
  changed(
    told,
    docs =>
      docs.map(one =>
        one.actors.some(({ _id }) => _id === actor._id)
          ? { ...one, actors: one.actors.map(before => (before._id === actor._id ? actor : before)) }
          : one,
      ),
    notReadIn(told),
  )

/** Removes the notifications about a deleted post. */
export const withoutEvent = (told: Told, eventId: string): Told => {
  const gone = notificationsIn(told).filter(({ event }) => event?._id === eventId)
  if (gone.length === 0) return told
  const notRead = Math.max(0, notReadIn(told) - gone.filter(({ read }) => !read).length)
  return changed(told, docs => docs.filter(one => !gone.includes(one)), notRead)
}

/** Marks these as read; null when this device does not know all of them. */
export const withTheseRead = (told: Told, ids: readonly string[]): Told | null => {
  const known = notificationsIn(told).filter(({ _id }) => ids.includes(_id))
  if (known.length < ids.length) return null
  const notRead = Math.max(0, notReadIn(told) - known.filter(({ read }) => !read).length)
  return changed(told, docs => docs.map(one => (ids.includes(one._id) ? { ...one, read: true } : one)), notRead)
}

/** Marks one and all before it as read. */
export const withRead = (told: Told, upTo: string): Told => {
  const before = notificationsIn(told).filter(({ _id, read }) => !read && _id <= upTo).length
  const newest = notificationsIn(told)[0]?._id
  // Unread ones beyond the loaded pages are read with it.
  const notRead = newest !== undefined && upTo >= newest ? 0 : Math.max(0, notReadIn(told) - before)
  return changed(told, docs => docs.map(one => (one._id <= upTo && !one.read ? { ...one, read: true } : one)), notRead)
}
