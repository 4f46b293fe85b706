// What pages and the service worker say to each other, and the caches that both know by name.

/**
 * There as long as somebody is signed in: pictures are stored for nobody else. A page makes it and deletes it, the
 * worker looks whether it is there.
 */
export const MEMBER_CACHE = 'parvis-member'
/** Who it is, in that cache. */
export const MEMBER_ID = '/membre'
export const PICTURES_CACHE = 'parvis-pictures'

/** What a page asks a worker that waits: to take the place of the one before; at once, or when no page objects. */
export interface TakeOver {
  takeOver: 'now' | 'quietly'
}

/** What a page asks the worker after the system has emptied its caches: to store the app again. */
export interface StoreAgain {
  storeAgain: true
}

/** What a page asks the worker once its member is gone: to forget which pictures it had stored, and when. */
export interface ForgetPictures {
  forgetPictures: true
}

/** What the worker asks each page, which answers through the port that comes along with a boolean. */
export interface AskQuiet {
  isQuiet: true
}

/** Places to begin at: the form of a post, the conversations, the form with what was shared, the settings. */
export const startPlaces = ['publish', 'chat', 'shared', 'settings'] as const
export type StartPlace = (typeof startPlaces)[number]
