/** A text with more characters or lines is folded. */
const LONG_TEXT = 420
const MANY_LINES = 8

export const isLong = (text: string): boolean => text.length > LONG_TEXT || text.split('\n').length > MANY_LINES
