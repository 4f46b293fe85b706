/** Whether a call or a choice ended because its maker took it back: what browsers call an AbortError. */
export const isTakenBack = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
