/** Whether an operation ended because it was cancelled (the browser's AbortError). */
export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
