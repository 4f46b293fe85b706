// Cards show the names of templates, so a change of templates refetches the loaded feed.
import type { FeedPage } from '@parvis/contract/feed.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createObservable } from '#web/kernel/observable.ts'
import { feedKeys } from './feed.queries.ts'

/** When the templates of each community last changed. */
const timestamps = new Map<string, string>()
/** How often a fetch of the feed has found that templates have changed. */
const changes = createObservable(0)

/** Subscribes to changes of templates found by a fetch of the feed. Returns the unsubscribe function. */
export const onTemplatesChanged = changes.subscribe

/** Records when the templates of a community last changed. Returns whether they have changed since the last call. */
export const trackTemplates = (
  communityId: string,
  { templatesUpdateTimestamp }: Pick<FeedPage, 'templatesUpdateTimestamp'>,
): boolean => {
  const before = timestamps.get(communityId)
  timestamps.set(communityId, templatesUpdateTimestamp)
  const hasChanged = before !== undefined && before !== templatesUpdateTimestamp
  if (hasChanged) changes.set(changes.get() + 1)
  return hasChanged
}

/** Refetches the feed, as far down as it was loaded. */
export const refetchFeed = (queryClient: QueryClient): void => {
  void queryClient.invalidateQueries({ queryKey: feedKeys.tops() })
  void queryClient.invalidateQueries({ queryKey: feedKeys.posts() })
}
