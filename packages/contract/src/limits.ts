/** Business constants that are no room's alone; those of a room stand in its own file. */
export const CLIENT_VERSION = '1.5.2'

export const PAGE_SIZE = 20

/** JSON bodies, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024

/** Of a picture as it is uploaded. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024

/** Of the name of a community. */
export const MAX_COMMUNITY_NAME_LENGTH = 80
