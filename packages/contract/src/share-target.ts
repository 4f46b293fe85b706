/** Share target of the installed app (Web Share Target): the service worker handles it, so nothing reaches a server. */
export const SHARE_TARGET = '/partage'

export const START_PARAM = 'vers'

/** Start address for shared content. The screen says so when there is nothing to be found. */
export const SHARED_START = `/?${START_PARAM}=shared`

/** The start address for shared content that the service worker has stored under this id. */
export const sharedStartPath = (id: string): string => `${SHARED_START}.${id}`
