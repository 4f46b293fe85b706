/** The delay before a loading state is shown, in milliseconds; the request itself starts at once. */
export const LOADING_DELAY_MS = 500
