// What the address of the feed may say: known to every screen, as any may lead there.

export const MAX_SEARCH_LENGTH = 100

export const eventGroups = ['welcome', 'activity', 'proposal', 'gooddeal', 'post', 'like', 'weather'] as const
export type EventGroup = (typeof eventGroups)[number]

/** What the feed is narrowed to: `all`, `community`, `my`, a group's name, or the id of a template category. */
export const feedFilters = ['all', 'community', 'my', ...eventGroups] as const
export type FeedFilter = (typeof feedFilters)[number] | (string & {})
