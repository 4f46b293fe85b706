export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
