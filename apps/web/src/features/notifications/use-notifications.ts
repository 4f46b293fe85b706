import type { Notification } from '@parvis/contract/notifications.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { notificationsIn } from './notifications.cache.ts'
import { useMarkRead } from './notifications.mutations.ts'
import { notificationsQuery } from './notifications.queries.ts'
import { mergeRows } from './merge-rows.ts'

/** Notifications that have been in view for this long are marked as read. */
const READ_AFTER_MS = 2_000

export type NotificationFilter = 'all' | 'unread'

/** All are marked as read after a moment in view; those that were unread stay highlighted until the list is closed. */
export const useNotifications = () => {
  const query = useInfiniteQuery(notificationsQuery())
  const markReadUpTo = useMarkRead()
  const [filter, setFilter] = useState<NotificationFilter>('all')
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set())
  const all = query.data ? notificationsIn(query.data) : []
  const unread = all.filter(one => !one.read && !newIds.has(one._id))
  if (unread.length > 0) setNewIds(new Set([...newIds, ...unread.map(({ _id }) => _id)]))
  const isNew = ({ _id, read: isRead }: Notification) => !isRead || newIds.has(_id)
  const newest = all[0]
  /** Marks all as read, but leaves the new ones highlighted. */
  const markRead = () => {
    if (newest && !newest.read) markReadUpTo(newest._id)
  }
  const markReadInView = useEffectEvent(markRead)
  const unreadId = newest && !newest.read ? newest._id : null
  useEffect(() => {
    if (!unreadId) return
    const timer = setTimeout(markReadInView, READ_AFTER_MS)
    return () => clearTimeout(timer)
  }, [unreadId])
  return {
    query,
    filter,
    setFilter,
    isNew,
    all,
    listed: filter === 'unread' ? all.filter(isNew) : all,
    /** Number of unread or highlighted rows, merged as in the list. */
    newCount: mergeRows(all.filter(isNew)).length,
    markRead,
    markAllRead: () => {
      markRead()
      setNewIds(new Set())
    },
  }
}

export type NotificationList = ReturnType<typeof useNotifications>
