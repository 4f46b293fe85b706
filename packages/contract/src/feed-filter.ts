// Query parameters of the feed's URL. All screens load this file, because any of them may link to the feed.

export const MAX_SEARCH_LENGTH = 100

export const eventGroups = ['welcome', 'activity', 'proposal', 'gooddeal', 'post', 'like', 'weather'] as const
export type EventGroup = (typeof eventGroups)[number]

/** Groups of posts whose answerers form a chat group. An answer to a post of another group joins no chat group. */
export const groupsWithChat = ['activity', 'proposal', 'gooddeal', 'post'] as const satisfies readonly EventGroup[]

/** Filter of the feed: `all`, `community`, `my`, a group's name, or the id of a template category. */
export const feedFilters = ['all', 'community', 'my', ...eventGroups] as const
export type FeedFilter = (typeof feedFilters)[number] | (string & {})

export const calendarFilters = ['all', 'my', 'activity', 'proposal', 'gooddeal', 'post', 'like'] as const
export type CalendarFilter = (typeof calendarFilters)[number]
