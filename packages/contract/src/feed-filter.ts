// What the address of the feed may say: known to every screen, as any may lead there.

export const MAX_SEARCH_LENGTH = 100

export const eventGroups = ['welcome', 'activity', 'proposal', 'gooddeal', 'post', 'like', 'weather'] as const
export type EventGroup = (typeof eventGroups)[number]

/**
 * Posts whose answers bring people together: these have a group. Who says welcome, likes, or thanks for a notice joins
 * nothing.
 */
export const gatheringGroups = ['activity', 'proposal', 'gooddeal', 'post'] as const satisfies readonly EventGroup[]

/** What the feed is narrowed to: `all`, `community`, `my`, a group's name, or the id of a template category. */
export const feedFilters = ['all', 'community', 'my', ...eventGroups] as const
export type FeedFilter = (typeof feedFilters)[number] | (string & {})

/** What the calendar is narrowed to: everything, what its reader takes part in, or a group. */
export const calendarFilters = ['all', 'my', 'activity', 'proposal', 'gooddeal', 'post', 'like'] as const
export type CalendarFilter = (typeof calendarFilters)[number]
