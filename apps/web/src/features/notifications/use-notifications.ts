import type { Notification } from '@parvis/contract/notifications.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { notificationsIn } from './notifications.cache.ts'
import { useRead } from './notifications.mutations.ts'
import { notificationsQuery } from './notifications.queries.ts'
import { together } from './together.ts'

/** Notifications that have been in view for this long are marked as read. */
const READ_AFTER_MS = 2_000

export type Shown = 'all' | 'unread'

/**
 * State of the open list. All of it is marked as read once it has been in view for a moment; what was unread on arrival
 * stays highlighted until the list is closed, so that the viewer sees what is new.
 */
export const useNotifications = () => {
  const query = useInfiniteQuery(notificationsQuery())
  const read = useRead()
  const [shown, show] = useState<Shown>('all')
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const all = query.data ? notificationsIn(query.data) : []
  const unread = all.filter(one => !one.read && !marked.has(one._id))
  if (unread.length > 0) setMarked(new Set([...marked, ...unread.map(({ _id }) => _id)]))
  const isNew = ({ _id, read: isRead }: Notification) => !isRead || marked.has(_id)
  const newest = all[0]
  const readNow = useEffectEvent(() => {
    if (newest && !newest.read) read(newest._id)
  })
  const waiting = newest && !newest.read ? newest._id : null
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(readNow, READ_AFTER_MS)
    return () => clearTimeout(timer)
  }, [waiting])
  return {
    query,
    shown,
    show,
    isNew,
    all,
    listed: shown === 'unread' ? all.filter(isNew) : all,
    /** In rows, as displayed. */
    newCount: together(all.filter(isNew)).length,
    /** Opening one notification marks all as read. */
    opened: () => {
      if (newest && !newest.read) read(newest._id)
    },
    readAll: () => {
      if (newest && !newest.read) read(newest._id)
      setMarked(new Set())
    },
  }
}

export type LookedAt = ReturnType<typeof useNotifications>
