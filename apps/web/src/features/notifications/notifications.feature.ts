import type { WebFeature } from '#web/ui/feature.ts'
import { listenToNotifications } from './notifications.live.ts'
import { notificationKeys } from './notifications.queries.ts'
import { unreadCounter } from './unread-count.ts'

export const notifications: WebFeature = {
  live: ({ queryClient, live, viewer }) =>
    void listenToNotifications(queryClient, live, () => viewer()?.abilities.beTold === true),
  resetCounts: () => unreadCounter.set(0),
  hidePerson: queryClient => void queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
}
