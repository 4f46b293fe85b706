/** Business constants. Times are milliseconds unless the name says otherwise. */
export const CLIENT_VERSION = '1.5.2'

export const PAGE_SIZE = 20
/** Pages asked for by number, without a cursor, are found by skipping keys: not deeper than this. */
export const LAST_NUMBERED_PAGE = 50

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

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

export const MAX_SEARCH_LENGTH = 100
/** JSON bodies, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024
export const MAX_LOGIN_LENGTH = 254
/** A guest's device secret: 256 random bits in base64url. */
export const DEVICE_ID_LENGTH = 43
