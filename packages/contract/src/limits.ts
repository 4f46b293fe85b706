/** Business constants that are no feature's alone; those of a feature stand in its own file. */
export const CLIENT_VERSION = '1.5.2'

export const PAGE_SIZE = 20

/** JSON bodies, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024

/** Of a picture as it is uploaded. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024

/** Of the name of a community. */
export const MAX_COMMUNITY_NAME_LENGTH = 80

/** What a member may do so much of within a day, and is told of before they reach it. */
export const dayLimits = ['posts', 'messages', 'text', 'pictures'] as const
export type DayLimit = (typeof dayLimits)[number]

/** From this share of a day's limit on its member knows. */
export const NEAR_SHARE = 0.8

declare module './realtime.ts' {
  interface ServerMessages {
    /** Its reader has used `used` of the `most` that they may within a day: told once as it comes near. */
    'limit.near': { limit: DayLimit; used: number; most: number }
  }
}
