/** The path of the installed app’s Web Share Target. The service worker handles it, so no server receives it. */
export const SHARE_TARGET_PATH = '/partage'

export const START_PARAM = 'vers'

/** Start URL for shared content. The screen shows a message if no shared content is found. */
export const SHARED_START_PATH = `/?${START_PARAM}=shared`

/** Start URL for shared content that the service worker has stored under this id. */
export const sharedStartPath = (id: string): string => `${SHARED_START_PATH}.${id}`
