/** Where the system brings what is shared with the installed app: its worker takes it, and no server hears of it. */
export const SHARE_TARGET = '/partage'

/** The word of the start's address that says where the app is to begin. */
export const START_AT = 'vers'

/** Where the app begins with what was shared; it says so itself when there is nothing to be found. */
export const SHARED_START = `/?${START_AT}=shared`

/** The same, of a share that the worker keeps under this name. */
export const sharedStart = (id: string): string => `${SHARED_START}.${id}`
