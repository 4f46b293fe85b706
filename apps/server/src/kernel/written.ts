/** Text without the blanks around it, as UTF-8 can say it; what is left empty is null, what was not said undefined. */
export const trimmed = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : text?.toWellFormed().replaceAll('\0', '').trim() || null

/**
 * Marks that turn the direction of what follows: in a line they would turn a price around. Letters have their own
 * direction.
 */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g

/** The same on one line. */
export const line = (text: string | null | undefined): string | null | undefined =>
  trimmed(typeof text === 'string' ? text.replace(directionMarks, '').replace(/[\s\p{Cc}]+/gu, ' ') : text)

/** What was said, and nothing else. */
export const said = <T extends object>(row: T): Partial<T> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Partial<T>
