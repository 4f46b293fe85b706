/** Business constants. Times are milliseconds unless the name says otherwise. */
export const CLIENT_VERSION = '1.5.2'

export const PAGE_SIZE = 20
/** Pages asked for by number, without a cursor, are found by skipping keys: not deeper than this. */
export const LAST_NUMBERED_PAGE = 50

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

export const MAX_SEARCH_LENGTH = 100
/** JSON bodies, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024
export const MAX_LOGIN_LENGTH = 254
/** A guest's device secret: 256 random bits in base64url. */
export const DEVICE_ID_LENGTH = 43

export const MAX_TITLE_LENGTH = 120
/** Each text of a post, in characters. */
export const MAX_TEXT_LENGTH = 5_000
export const MAX_ALT_LENGTH = 300
export const MAX_REASON_LENGTH = 500
/** The client's own name for what it sends: sent twice, stored once. */
export const MAX_TMP_ID_LENGTH = 64
export const POSTS_PER_MINUTE = 60
export const EDITS_PER_MINUTE = 20
/** Answers given and taken back. */
export const ANSWERS_PER_MINUTE = 60
export const UPLOADS_PER_MINUTE = 60
/** Of pictures as they are sent, for each member and day (UTC): some four hundred photos as the app prepares them. */
export const UPLOAD_BYTES_PER_DAY = 200 * 1024 * 1024
/** Calls with pictures that one member may have under way at a time. */
export const UPLOADS_AT_ONCE = 4
export const FLAGS_PER_DAY = 20

/** Of a picture as it is uploaded. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024
export const MAX_PICTURE_PIXELS = 40_000_000

/** How often a client says that it is there. */
export const PING_MS = 40_000
export const MAX_FRAME_BYTES = 64 * 1024
export const SOCKETS_PER_USER = 5
/** Frames of one socket within the window; more are refused until it has passed. */
export const FRAMES_PER_WINDOW = 60
/** A socket that goes on past so many refusals, without a quiet window between, is closed. */
export const MOST_REFUSED_FRAMES = 60
export const FRAME_WINDOW_MS = 10_000
/** What happens to one post is told to open screens at most this often. */
export const TOLD_EVERY_MS = 1_000
