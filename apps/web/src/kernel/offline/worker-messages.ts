/** The cache that exists while somebody is signed in: the worker stores pictures only then. */
export const MEMBER_CACHE = 'parvis-member'
export const MEMBER_ID_PATH = '/membre'
export const PICTURES_CACHE = 'parvis-pictures'

/** From a page to a waiting worker: activate now, or once no page is busy (`quietly`). */
export interface TakeOver {
  takeOver: 'now' | 'quietly'
}

export interface RestoreCaches {
  storeAgain: true
}

export interface ForgetPictures {
  forgetPictures: true
}

/** From the worker to each page: may the page restart? The page replies with a boolean through the port. */
export interface RestartQuery {
  isQuiet: true
}

export const startPlaces = ['publish', 'chat', 'shared', 'settings'] as const
export type StartPlace = (typeof startPlaces)[number]
