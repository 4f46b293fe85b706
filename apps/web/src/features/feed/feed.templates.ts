// Cards show the names of templates: when those change, the loaded feed is refetched.
import type { FeedPage } from '@parvis/contract/feed.ts'
import type { QueryClient } from '@tanstack/react-query'
import { feedKeys } from './feed.queries.ts'

const known = new WeakMap<QueryClient, Map<string, string>>()
const listeners = new Set<() => void>()

/** Calls back when a fetch of the feed finds changed templates. Returns the unsubscribe function. */
export const onTemplatesChanged = (changed: () => void): (() => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** Records when the templates of a community last changed. Returns whether they have changed since the last call. */
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

/** Refetches the loaded feed, down to where it was loaded. */
export const readFeedAnew = (queryClient: QueryClient): void => {
  void queryClient.invalidateQueries({ queryKey: feedKeys.tops() })
  void queryClient.invalidateQueries({ queryKey: feedKeys.posts() })
}
