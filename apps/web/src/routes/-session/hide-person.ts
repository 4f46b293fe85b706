import type { QueryClient } from '@tanstack/react-query'
import { blockKeys } from '#web/features/blocks/blocks.queries.ts'
import { hidePerson as hideInChat } from '#web/features/chat/hide-person.ts'
import { hideAuthor } from '#web/features/feed/feed.live.ts'
import { notificationKeys } from '#web/features/notifications/notifications.queries.ts'
import { dropPerson as hideInProfile } from '#web/features/profile/person.queries.ts'

/** Removes a person from the whole query cache, or restores them, after a block here or on another device. */
export const hidePerson = (queryClient: QueryClient, userId: string, hidden: boolean): void => {
  hideAuthor(queryClient, userId, hidden)
  hideInChat(queryClient, userId, hidden)
  hideInProfile(queryClient, userId)
  void queryClient.invalidateQueries({ queryKey: blockKeys.list() })
  void queryClient.invalidateQueries({ queryKey: notificationKeys.all })
}
