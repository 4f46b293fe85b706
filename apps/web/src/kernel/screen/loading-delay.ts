/** A loading state is not drawn before this has passed; the fetch itself starts at once. */
export const LOADING_DELAY_MS = 500
