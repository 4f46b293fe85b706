// Cards show the names of templates: when those have changed, what is loaded of the feed is read again.
import type { FeedPage } from '@parvis/contract/feed.ts'
import type { QueryClient } from '@tanstack/react-query'
import { feedKeys } from './feed.queries.ts'

const known = new WeakMap<QueryClient, Map<string, string>>()
const listeners = new Set<() => void>()

/** Calls back when a reading of the feed has found other templates than before. Returns the way to stop. */
export const onTemplatesChanged = (changed: () => void): (() => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** Notes when what a community offers to publish from last changed; whether that is another moment than before. */
export const noteTemplates = (
  queryClient: QueryClient,
  communityId: string,
  { templatesUpdateTimestamp }: Pick<FeedPage, 'templatesUpdateTimestamp'>,
): boolean => {
  const stamps = known.get(queryClient) ?? new Map<string, string>()
  known.set(queryClient, stamps)
  const before = stamps.get(communityId)
  stamps.set(communityId, templatesUpdateTimestamp)
  const isOther = before !== undefined && before !== templatesUpdateTimestamp
  if (isOther) for (const changed of listeners) changed()
  return isOther
}

/** All that is loaded of the feed is read again, down to where it was read. */
export const readFeedAnew = (queryClient: QueryClient): void => {
  void queryClient.invalidateQueries({ queryKey: feedKeys.tops() })
  void queryClient.invalidateQueries({ queryKey: feedKeys.posts() })
}
