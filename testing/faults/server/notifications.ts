import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'notifications-author-told',
    breaks: 'Authors get no alert for their own posts, in any of their communities',
    file: 'apps/server/src/features/publish/notify-posts.service.ts',
    find: 'where u.account_id <> p.account_id`',
    replace: 'where true`',
  },
  {
    name: 'notifications-old-posts-told',
    breaks: 'A new alert does not notify of posts that were published before it',
    file: 'apps/server/src/features/publish/notify-posts.service.ts',
    find: ' and a.created_at <= p.created_at',
    replace: '',
  },
  {
    name: 'notifications-message-told-twice',
    breaks: 'Nobody is notified twice of the same messages',
    file: 'apps/server/src/features/notifications/notify.service.ts',
    find: 'or notifications.place < excluded.place',
    replace: 'or notifications.place <= excluded.place',
    heldBy: 'apps/server/src/features/chat/',
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
  {
    name: 'notifications-of-group-kept',
    breaks: 'Removing a post deletes the notifications of messages in its group',
    file: 'apps/server/src/features/chat/group.service.ts',
    find: "if (subjectKind !== 'event') return",
    replace: 'if (subjectKind) return',
    heldBy: 'apps/server/src/features/notifications/removed-subjects.test.ts',
  },
  {
    name: 'notifications-orphans-kept',
    breaks: 'Notifications whose subject no longer exists are deleted hourly',
    file: 'apps/server/src/features/notifications/notifications.service.ts',
    find: 'where not ${exists}',
    replace: 'where ${exists} and false',
  },
]
