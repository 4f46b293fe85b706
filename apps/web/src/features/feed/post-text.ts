/** Longer than this, or of more lines, a text is folded until its reader asks for the rest. */
const LONG_TEXT = 420
const MANY_LINES = 8

export const isLong = (text: string): boolean => text.length > LONG_TEXT || text.split('\n').length > MANY_LINES
