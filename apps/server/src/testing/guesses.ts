const accents = { e: 'eéèêëē', i: 'iíìîïī', o: 'oóòôöō' }
/** Returns `count` spellings of a name, and of its e-mail address, that all find the same account. */
export const loginNameVariants = (name: string, email: string, count: number): string[] => {
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

const FORGED_ADDRESSES = [
  '10.0.0.TURN',
  'TURN.1.1.1, 9.9.9.9',
  '2001:db8:TURN::1',
  'nonsense-TURN',
  `TURN${'x'.repeat(3000)}`,
  'TURN, , unknown, _hidden',
  '"[::TURN]:80"',
]
/** Returns what an attacker writes into `x-forwarded-for`, different for each turn. */
export const forgedAddresses = (turn: number): string =>
  FORGED_ADDRESSES[turn % FORGED_ADDRESSES.length]!.replace('TURN', String(turn))

/**
 * How many guesses an entry point checked against the secret (`verified`), and how many it may check (`most`).
 * `ownerIsIn`: whether the owner could still enter.
 */
export interface GuessOutcome {
  entryPoint: string
  tried: number
  verified: number
  most: number
  ownerIsIn?: boolean
}

/** Returns the number of guesses that were checked, not refused by the rate limit. Throws for any other status. */
export const verified = (statuses: readonly number[]): number => {
  const odd = statuses.filter(status => ![401, 404, 429].includes(status))
  if (odd.length > 0) throw new Error(`unexpected status for a guess: ${odd.join()}`)
  return statuses.filter(status => status !== 429).length
}
/** A test server has three database connections; with more concurrent calls, some would time out. */
const MAX_CONCURRENT = 40
/** Makes `count` guesses one after the other; returns the results. */
export const guessSequentially = async <T>(count: number, guess: (turn: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = []
  for (let turn = 0; turn < count; turn++) answers.push(await guess(turn))
  return answers
}
/** Makes `count` guesses, up to `MAX_CONCURRENT` at a time; returns the results. */
export const guessConcurrently = async <T>(count: number, guess: (turn: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = []
  while (answers.length < count)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(MAX_CONCURRENT, count - answers.length) }, (_, turn) =>
          guess(answers.length + turn),
        ),
      )),
    )
  return answers
}

/** Returns the outcomes with too many verified guesses, or in which the owner was refused. */
export const violations = (outcomes: readonly GuessOutcome[]): GuessOutcome[] =>
  outcomes.filter(({ verified, most, ownerIsIn }) => verified > most || ownerIsIn === false)
