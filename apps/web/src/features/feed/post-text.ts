/** A text with more characters or lines than this is collapsed. */
const MAX_CHARACTERS = 420
const MAX_LINES = 8

export const isLongText = (text: string): boolean => text.length > MAX_CHARACTERS || text.split('\n').length > MAX_LINES
