import { memoize } from './memoize.ts'
import { normalizePassword } from './secrets.ts'

const LIST_SIZE = 3_000
const MIN_LENGTH = 8

const loadCommonPasswords = memoize(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= MIN_LENGTH).slice(0, LIST_SIZE))
})

/** Whether the password is among the 3,000 most common in leaks, ignoring case. Loads the list once. */
export const isCommonPassword = async (password: string): Promise<boolean> =>
  (await loadCommonPasswords()).has(normalizePassword(password).toLowerCase())
