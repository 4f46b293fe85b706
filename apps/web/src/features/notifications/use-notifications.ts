import type { Notification } from '@parvis/contract/notifications.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { notificationsIn } from './notifications.cache.ts'
import { useRead } from './notifications.mutations.ts'
import { notificationsQuery } from './notifications.queries.ts'
import { together } from './together.ts'

/** What has been in view for so long is read. */
const READ_AFTER_MS = 2_000

export type Shown = 'all' | 'unread'

/**
 * What the reader was told, while they look at it. All of it is read once it has been in view for a moment; what was
 * unread when they came stays marked until they go, so that they see what is new.
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
    /** In rows, as they are shown. */
    newCount: together(all.filter(isNew)).length,
    /** Who follows one of them has seen them. */
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
