// Constants that several features share. Constants of a single feature are in the file of that feature.
export const CLIENT_VERSION = '1.5.2'

export const PAGE_SIZE = 20

export const MAX_BODY_BYTES = 64 * 1024

export const MAX_PICTURE_BYTES = 10 * 1024 * 1024

export const MAX_COMMUNITY_NAME_LENGTH = 80

/** What is limited per day for each member. The member is warned before a limit is reached. */
export const dayLimits = ['posts', 'messages', 'text', 'pictures'] as const
export type DayLimit = (typeof dayLimits)[number]

/** The member is warned when this share of a daily limit is used up. */
export const LIMIT_WARNING_SHARE = 0.8

declare module './realtime.ts' {
  interface ServerMessages {
    /** `used` of the `most` allowed within a day; sent once, when `LIMIT_WARNING_SHARE` is reached. */
    'limit.near': { limit: DayLimit; used: number; most: number }
  }
}
