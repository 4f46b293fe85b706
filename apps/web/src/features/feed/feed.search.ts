import { eventGroups, type FeedFilter, MAX_SEARCH_LENGTH } from '@parvis/contract/feed-filter.ts'
import { isId } from '#web/kernel/http/ids.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** The last filter of the feed. */
    filter: string
  }
}

/** The search parameters of the feed; without a filter it shows all posts. */
export interface FeedSearch {
  filter?: FeedFilter
  search?: string
}

const namedFilters = new Set<string>(['community', 'my', ...eventGroups])

const readFilter = (value: unknown): FeedFilter | undefined =>
  value === 'all' || namedFilters.has(value as string) || isId(value) ? (value as FeedFilter) : undefined

/** Parses untrusted search parameters. Unknown values become explicit `undefined`, or the router would pass them on. */
export const readFeedSearch = (raw: Record<string, unknown>): FeedSearch => {
  const filter = readFilter(raw.filter)
  // The router parses what looks like a number.
  const search = raw.search === undefined || raw.search === null ? '' : String(raw.search).slice(0, MAX_SEARCH_LENGTH)
  return { filter, search: search.trim() ? search : undefined }
}

/** The filter of a visit without one: the last chosen on this device. */
export const rememberedFilter = (current: FeedSearch, last: string | null): FeedFilter | undefined => {
  if (current.filter !== undefined || current.search !== undefined) return undefined
  const filter = readFilter(last)
  return filter === 'all' ? undefined : filter
}

/** The shortest equivalent parameters. */
export const withoutDefaults = ({ filter, search }: FeedSearch): FeedSearch => ({
  ...(filter && filter !== 'all' && { filter }),
  ...(search?.trim() && { search }),
})
