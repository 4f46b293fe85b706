import { eventGroups, type FeedFilter, MAX_SEARCH_LENGTH } from '@parvis/contract/feed-filter.ts'
import { isId } from '#web/kernel/http/ids.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** The filter of the feed chosen last. */
    filter: string
  }
}

/** Search params of the feed; without `filter` the feed shows all posts. */
export interface FeedSearch {
  filter?: FeedFilter
  search?: string
}

const namedFilters = new Set<string>(['community', 'my', ...eventGroups])

const readFilter = (value: unknown): FeedFilter | undefined =>
  value === 'all' || namedFilters.has(value as string) || isId(value) ? (value as FeedFilter) : undefined

/** Validates untrusted search params. Unknown values become `undefined`, as the router would otherwise keep them. */
export const readFeedSearch = (raw: Record<string, unknown>): FeedSearch => {
  const filter = readFilter(raw.filter)
  // The router turns a search text that looks like a number into a number.
  const search = raw.search === undefined || raw.search === null ? '' : String(raw.search).slice(0, MAX_SEARCH_LENGTH)
  return { filter, search: search.trim() ? search : undefined }
}

/** Returns the filter last chosen on this device, for a visit without search params. */
export const rememberedFilter = (current: FeedSearch, last: string | null): FeedFilter | undefined => {
  if (current.filter !== undefined || current.search !== undefined) return undefined
  const filter = readFilter(last)
  return filter === 'all' ? undefined : filter
}

/** Returns the shortest equivalent search params. */
export const withoutDefaults = ({ filter, search }: FeedSearch): FeedSearch => ({
  ...(filter && filter !== 'all' && { filter }),
  ...(search?.trim() && { search }),
})
