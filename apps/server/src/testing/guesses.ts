const accents = { e: 'eéèêëē', i: 'iíìîïī', o: 'oóòôöō' }
/** Returns notations of one name that all find the same account. */
export const variants = (name: string, email: string, count: number): string[] => {
  const wide = (text: string) => text.replace(/[a-z]/g, letter => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
  const accented = Array.from({ length: count }, (_, turn) =>
    name.replace(/[eio]/g, letter => {
      const all = accents[letter as keyof typeof accents]
      return all[(turn + letter.charCodeAt(0)) % all.length]!
    }),
  )
  const notations = accented.flatMap((one, turn) => [
    one,
    one.toUpperCase(),
    one.normalize('NFD'),
    wide(one),
    ` ${one} `,
    `\u00a0${one}`,
    [email, email.toUpperCase(), ` ${email}\t`][turn % 3]!,
  ])
  return notations.slice(0, count)
}

/** How many guesses an entry point verified, and how many it may verify at most. */
export interface GuessOutcome {
  entryPoint: string
  tried: number
  verified: number
  most: number
  ownerIsIn?: boolean
}

/** Number of guesses that were verified instead of refused by the limit. */
export const verified = (statuses: readonly number[]): number => {
  const odd = statuses.filter(status => ![401, 404, 429].includes(status))
  if (odd.length > 0) throw new Error(`unexpected status for a guess: ${odd.join()}`)
  return statuses.filter(status => status !== 429).length
}
/** A test server has three database connections; with more concurrent calls, some would time out. */
const MAX_CONCURRENT = 40
/** Guesses one after the other. */
export const sequentially = async <T>(count: number, ask: (turn: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = []
  for (let turn = 0; turn < count; turn++) answers.push(await ask(turn))
  return answers
}
/** Guesses up to `MAX_CONCURRENT` at a time. */
export const concurrently = async <T>(count: number, ask: (turn: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = []
  while (answers.length < count)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(MAX_CONCURRENT, count - answers.length) }, (_, turn) =>
          ask(answers.length + turn),
        ),
      )),
    )
  return answers
}

/** Returns the outcomes with too many verified guesses, or with an owner who was refused. */
export const violations = (outcomes: readonly GuessOutcome[]): GuessOutcome[] =>
  outcomes.filter(({ verified, most, ownerIsIn }) => verified > most || ownerIsIn === false)
