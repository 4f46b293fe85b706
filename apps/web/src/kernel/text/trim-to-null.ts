/** The text without white space around it, as sent to the server; null if there is no other text. */
export const trimToNull = (text: string): string | null => text.trim() || null
