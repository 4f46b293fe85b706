import { foldPassword } from './secrets.ts'

const MOST_COMMON = 3_000
const SHORTEST = 8

const read = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST).slice(0, MOST_COMMON))
}

let common: Promise<ReadonlySet<string>> | undefined

/** Whether the password is among the 3,000 most common in leaks, ignoring case. Loads the list once. */
export const isCommonPassword = async (password: string): Promise<boolean> =>
  (await (common ??= read())).has(foldPassword(password).toLowerCase())
