import type { QueryClient } from '@tanstack/react-query'
import { blockKeys } from '#web/features/blocks/blocks.queries.ts'
import { applyPersonHidden as hideInChat } from '#web/features/chat/hide-person.ts'
import { hideAuthor } from '#web/features/feed/feed.live.ts'
import { notificationKeys } from '#web/features/notifications/notifications.queries.ts'
import { dropPerson as hideInProfile } from '#web/features/profile/person.queries.ts'

/** Hides a person in the whole query cache, or shows them again, after a block here or on another device. */
export const hidePerson = (queryClient: QueryClient, userId: string, isHidden: boolean): void => {
  hideAuthor(queryClient, userId, isHidden)
  hideInChat(queryClient, userId, isHidden)
  hideInProfile(queryClient, userId)
  void queryClient.invalidateQueries({ queryKey: blockKeys.list() })
  void queryClient.invalidateQueries({ queryKey: notificationKeys.all })
}
