/** Trims a text and makes it valid UTF-8 without NUL. Empty text becomes null; undefined stays undefined. */
export const trimmed = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : text?.toWellFormed().replaceAll('\0', '').trim() || null

/** Bidi control characters, which could reorder the digits of a price. Right-to-left scripts do not need them. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g

export const singleLine = (text: string | null | undefined): string | null | undefined =>
  trimmed(typeof text === 'string' ? text.replace(directionMarks, '').replace(/[\s\p{Cc}]+/gu, ' ') : text)

export const withoutUndefined = <T extends object>(row: T): Partial<T> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Partial<T>
