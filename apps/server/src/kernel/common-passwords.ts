import { foldPassword } from './secrets.ts'

/** Of passwords that are long enough: what a guesser tries first. */
const MOST_COMMON = 3_000
const SHORTEST = 8

const read = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST).slice(0, MOST_COMMON))
}

let common: Promise<ReadonlySet<string>> | undefined

/**
 * Whether it is among the 3,000 passwords that leaks show most often, whatever its case. The list is read at the first
 * question.
 */
export const isCommonPassword = async (password: string): Promise<boolean> =>
  (await (common ??= read())).has(foldPassword(password).toLowerCase())
