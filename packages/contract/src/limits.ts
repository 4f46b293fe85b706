/** Business constants. Times are milliseconds unless the name says otherwise. */
export const CLIENT_VERSION = '1.5.2'

export const PAGE_SIZE = 20

export const ALERT_MS = 30_000
export const DROPDOWN_MS = 6_000
/** A wrong field shakes and takes focus after this. */
export const FIELD_ERROR_DELAY_MS = 10
/** A loading state is not drawn before this has passed; the fetch itself starts at once. */
export const LOADING_DELAY_MS = 500
/** After this long, a loading screen says in words that the connection is slow. */
export const SLOW_LOADING_MS = 10_000

/** How much of the list may be left below the fold before the next page is asked for, in list heights. */
export const END_THRESHOLD = 0.5
/** The scroll-to-top button comes after this many pixels. */
export const SCROLL_TOP_AFTER_PX = 140
export const DEAL_DESCRIPTION_LINES = 3
/** A deal wears its "New" badge for this many days. */
export const NEW_DEAL_DAYS = 14

/** JSON bodies, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024

/** Of a picture as it is uploaded. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024
/** Longest side of a picture that a browser sends, in pixels: the largest size that is stored. */
export const PICTURE_SIDE_PX = 2048
/**
 * What the browser's encoder is asked for, 0 to 1. The product names 0.1 for a picked photo, which is the scale of a phone's own
 * encoder; on the scale of a browser's JPEG so low a figure shows blocks. This one is good full-screen on a phone.
 */
export const PICTURE_QUALITY = 0.82

/** The text of a microblog post together with its address, in characters. */
export const SHARE_LENGTH = 280
/** A pasted link is looked for in a text of at least this many characters. */
export const MIN_LINK_TEXT_LENGTH = 8

/** The feed is fetched again this often. */
export const LIVE_REFRESH_MS = 60_000
/** How long the live connection outlives the app in the background. */
export const BACKGROUND_CLOSE_MS = 60_000
