/** Whether an operation ended because it was cancelled (the browser's AbortError). */
export const isTakenBack = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
