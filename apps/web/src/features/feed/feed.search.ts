import { eventGroups, type FeedFilter, MAX_SEARCH_LENGTH } from '@parvis/contract/feed-filter.ts'
import { isId } from '#web/kernel/http/ids.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** the feed's last filter */
    filter: string
  }
}

/** What the address says of the feed; what it leaves out is everything. */
export interface FeedSearch {
  filter?: FeedFilter
  search?: string
}

const words = new Set<string>(['community', 'my', ...eventGroups])

const readFilter = (value: unknown): FeedFilter | undefined =>
  value === 'all' || words.has(value as string) || isId(value) ? (value as FeedFilter) : undefined

/**
 * Reads what anybody may have typed into the address: what we do not know is undefined, and named, or the router would
 * hand it on.
 */
export const readFeedSearch = (raw: Record<string, unknown>): FeedSearch => {
  const filter = readFilter(raw.filter)
  // the address parser makes a number of what looks like one
  const search = raw.search === undefined || raw.search === null ? '' : String(raw.search).slice(0, MAX_SEARCH_LENGTH)
  return { filter, search: search.trim() ? search : undefined }
}

/** Where a visit that names no filter starts: the last one chosen on this device. */
export const rememberedFilter = (asked: FeedSearch, last: string | null): FeedFilter | undefined => {
  if (asked.filter !== undefined || asked.search !== undefined) return undefined
  const known = readFilter(last)
  return known === 'all' ? undefined : known
}

/** The shortest address that says the same. */
export const withoutDefaults = ({ filter, search }: FeedSearch): FeedSearch => ({
  ...(filter && filter !== 'all' && { filter }),
  ...(search?.trim() && { search }),
})
