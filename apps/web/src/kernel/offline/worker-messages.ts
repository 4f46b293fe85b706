// What pages and the service worker say to each other, and the caches that both know by name.

/**
 * There as long as somebody is signed in: pictures are stored for nobody else. A page makes it and deletes it, the
 * worker looks whether it is there.
 */
export const MEMBER_CACHE = 'parvis-member'
export const PICTURES_CACHE = 'parvis-pictures'

/** What a page asks a worker that waits: to take the place of the one before; at once, or when no page objects. */
export interface TakeOver {
  takeOver: 'now' | 'quietly'
}

/** What a page asks the worker after the system has emptied its caches: to store the app again. */
export interface StoreAgain {
  storeAgain: true
}

/** What the worker asks each page, which answers through the port that comes along with a boolean. */
export interface AskQuiet {
  isQuiet: true
}

/** Where the system brings what is shared with the installed app: the worker takes it, and no server hears of it. */
export const SHARE_TARGET = '/partage'
/** What was shared, until the form of a post has taken it. */
export const SHARED_CACHE = 'parvis-shared'
export const SHARED_WORDS = '/partage/mots'
export const SHARED_PHOTO = '/partage/photo'

/** The word of the start's address that says where the installed app is to begin. */
export const START_AT = 'vers'
/** Places to begin at: the form of a post, the conversations, the form with what was shared, the settings. */
export const startPlaces = ['publish', 'chat', 'shared', 'settings'] as const
export type StartPlace = (typeof startPlaces)[number]
