/** Exists while somebody is signed in: the worker stores pictures only then. */
export const MEMBER_CACHE = 'parvis-member'
export const MEMBER_ID = '/membre'
export const PICTURES_CACHE = 'parvis-pictures'

/** From a page to a waiting worker: take over now, or when no page objects. */
export interface TakeOver {
  takeOver: 'now' | 'quietly'
}

export interface StoreAgain {
  storeAgain: true
}

export interface ForgetPictures {
  forgetPictures: true
}

/** From the worker to each page, which answers with a boolean through the port sent along. */
export interface RestartQuery {
  isQuiet: true
}

export const startPlaces = ['publish', 'chat', 'shared', 'settings'] as const
export type StartPlace = (typeof startPlaces)[number]
