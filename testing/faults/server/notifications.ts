import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'notifications-author-told',
    breaks: 'Authors get no alert for their own posts, in any of their communities',
    file: 'apps/server/src/features/notifications/notify-posts.service.ts',
    find: 'where u.account_id <> p.account_id and ${canBeNotified(now)}',
    replace: 'where ${canBeNotified(now)}',
  },
  {
    name: 'notifications-old-posts-told',
    breaks: 'A new alert does not notify of posts that were published before it',
    file: 'apps/server/src/features/notifications/notify-posts.service.ts',
    find: ' and a.created_at <= p.created_at',
    replace: '',
  },
  {
    name: 'notifications-message-told-twice',
    breaks: 'Nobody is notified twice of the same messages',
    file: 'apps/server/src/features/notifications/notify-messages.service.ts',
    find: 'where notifications.place < excluded.place',
    replace: 'where notifications.place <= excluded.place',
  },
  {
    name: 'notifications-read-up-to',
    breaks: 'Marking as read up to a notification includes that notification',
    file: 'apps/server/src/features/notifications/notifications.service.ts',
    find: 'n.id <= ${upTo} and not n.is_read',
    replace: 'n.id < ${upTo} and not n.is_read',
  },
  {
    name: 'notifications-quiet-after-midnight',
    breaks: 'Quiet hours that began yesterday evening last until their end in the morning',
    file: 'apps/server/src/features/notifications/quiet-hours.service.ts',
    find: 'for (const days of [-1, 0, 1])',
    replace: 'for (const days of [0, 1])',
  },
]
