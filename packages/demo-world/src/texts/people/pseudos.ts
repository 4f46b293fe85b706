import type { Random } from '../../random.ts'

// Unicode has no decomposition for these.
const undecomposed: Record<string, string> = { ł: 'l', đ: 'd', ı: 'i', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe' }

/** Case and accents do not tell two pseudos apart. */
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

/** As people choose them: first name and a letter, a nickname and the department, the name of the stairs. */
export const makePseudo = (random: Random, firstname: string, lastname: string, taken: Set<string>): string => {
  const first = letters(firstname.split(/[ -]/)[0] ?? '')
  const whole = letters(firstname)
  const last = letters(lastname)
  const initial = last.charAt(0)
  const ways = [
    capital(first),
    `${capital(first)}.${initial.toUpperCase()}`,
    `${first}_${last}`,
    `${first}.${last}`,
    `${capital(first)}${random.pick(endings)}`,
    `${capital(whole)}-${initial}`,
    `${last}${random.int(10, 99)}`,
    `${capital(first.slice(0, 3))}${capital(last.slice(0, 3))}`,
    `${first}${random.pick(endings)}`,
  ]
  for (const way of random.shuffle(ways)) {
    if (PSEUDO_PATTERN.test(way) && way.length <= 30 && !taken.has(way.toLowerCase())) {
      taken.add(way.toLowerCase())
      return way
    }
  }
  let number = 2
  while (taken.has(`${first}${last}${number}`)) number++
  const pseudo = `${first}${last}${number}`
  taken.add(pseudo)
  return pseudo
}
