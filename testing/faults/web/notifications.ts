import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-notifications-quiet-until-midnight',
    breaks: 'Quiet hours can extend past midnight',
    file: 'apps/web/src/features/notifications/quiet.ts',
    find: 'time >= from || time < until',
    replace: 'time >= from && time < until',
  },
  {
    name: 'web-notifications-read-failure-stands',
    breaks: 'Notifications that could not be marked as read are unread again',
    file: 'apps/web/src/features/notifications/notifications.mutations.ts',
    find: 'onError: () => queryClient.invalidateQueries({ queryKey: list }),',
    replace: 'onError: () => {},',
  },
  {
    name: 'web-notifications-same-counted-twice',
    breaks: 'A repeated notification of the same thing counts once',
    file: 'apps/web/src/features/notifications/notifications.cache.ts',
    find: 'const added = before && !before.read ? 0 : 1',
    replace: 'const added = 1',
  },
  {
    name: 'web-notifications-appeal-leads-to-rules',
    breaks: 'A notification of an appeal leads the team to its case',
    file: 'apps/web/src/features/notifications/notification-target.ts',
    find: "moderation?.news === 'report' || moderation?.news === 'appeal'",
    replace: "moderation?.news === 'report'",
  },
  {
    name: 'web-notifications-others-miscounted',
    breaks: 'A notification about several people counts those it does not name',
    file: 'apps/web/src/features/notifications/notification-text.ts',
    find: 'others: count - 2',
    replace: 'others: count - 1',
  },
]
