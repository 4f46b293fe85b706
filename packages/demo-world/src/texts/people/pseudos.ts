import type { Random } from '../../random.ts'

// Unicode normalisation does not decompose these letters.
const undecomposed: Record<string, string> = { ł: 'l', đ: 'd', ı: 'i', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe' }

/** Removes case and accents, because they do not distinguish two pseudos. */
export const foldName = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łđıøßæœ]/g, letter => undecomposed[letter] ?? letter)

const letters = (name: string): string => foldName(name).replace(/[^a-z]/g, '')
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export const PSEUDO_PATTERN = /^[A-Za-z]{3}[A-Za-z0-9_.-]*$/

const endings = ['74', '_74', '.b', '-annecy', '.tilleuls', '2000', '_du_lac', 'rando', '33', '.a', '88']

/** A pseudo as people choose them, such as first name and initial. It is new, and is added to `takenPseudos`. */
export const makePseudo = (random: Random, firstname: string, lastname: string, takenPseudos: Set<string>): string => {
  const first = letters(firstname.split(/[ -]/)[0] ?? '')
  const wholeFirstname = letters(firstname)
  const last = letters(lastname)
  const initial = last.charAt(0)
  const candidates = [
    capital(first),
    `${capital(first)}.${initial.toUpperCase()}`,
    `${first}_${last}`,
    `${first}.${last}`,
    `${capital(first)}${random.pick(endings)}`,
    `${capital(wholeFirstname)}-${initial}`,
    `${last}${random.int(10, 99)}`,
    `${capital(first.slice(0, 3))}${capital(last.slice(0, 3))}`,
    `${first}${random.pick(endings)}`,
  ]
  for (const candidate of random.shuffle(candidates)) {
    if (PSEUDO_PATTERN.test(candidate) && candidate.length <= 30 && !takenPseudos.has(candidate.toLowerCase())) {
      takenPseudos.add(candidate.toLowerCase())
      return candidate
    }
  }
  let number = 2
  while (takenPseudos.has(`${first}${last}${number}`)) number++
  const pseudo = `${first}${last}${number}`
  takenPseudos.add(pseudo)
  return pseudo
}
