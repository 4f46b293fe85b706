/** Web Share Target of the installed app: the service worker handles the request, so no server receives it. */
export const SHARE_TARGET = '/partage'

export const START_PARAM = 'vers'

/** Start URL for shared content. The screen tells the user if no shared content is found. */
export const SHARED_START = `/?${START_PARAM}=shared`

/** Start URL for shared content that the service worker has stored under this id. */
export const sharedStartPath = (id: string): string => `${SHARED_START}.${id}`
