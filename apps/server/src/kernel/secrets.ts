import { hash as digest, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from './limits/concurrency-limit.ts'

/** 256 random bits, base64url (43 characters). */
export const newSecret = () => randomBytes(32).toString('base64url')

/** What is stored of a random secret: enough to find it again, useless to whoever reads the table. */
export const hashSecret = (secret: string) => digest('sha256', secret, 'base64url')

/** The package's own name for argon2id is a const enum, which type stripping cannot read. */
const ARGON2ID = 2
const argon2 = { algorithm: ARGON2ID, memoryCost: 47_104, timeCost: 1, parallelism: 1 }

/** Each hash takes 46 MiB: more than four at once would let a crowd at the door empty the memory. */
const inTurn = limitConcurrency(4)

/**
 * A password as it is compared: the same letters give the same one, however a keyboard puts them together, and whatever
 * invisible marks copying has brought along.
 */
export const foldPassword = (password: string): string =>
  password.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')

/** argon2id, for passwords and for keys that a person chose. */
export const hashPassword = (password: string) => inTurn(() => hash(foldPassword(password), argon2))

/** A hash that nothing hashes to: looking at it costs what looking at a real one does. */
const decoy = (() => {
  const { memoryCost, timeCost, parallelism } = argon2
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(16)}$${random(32)}`
})()

/**
 * Whether the password is the one behind the hash. Without a hash the same work is done and the answer is no, so that
 * time does not tell which accounts exist.
 */
export const verifyPassword = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  const folded = foldPassword(password)
  const right =
    (await inTurn(() => verify(stored ?? decoy, folded))) ||
    // hashed by a former version, which took it as it was typed
    (folded !== password && (await inTurn(() => verify(stored ?? decoy, password))))
  return right && stored != null
}

/** A key as it is compared: letters of one case and width, without spaces, hyphens and what nobody sees. */
export const foldKey = (key: string) =>
  key
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, '')
    .toLowerCase()

/** Letters that are not mistaken for one another, nor for figures, and make no words: 24 of them. */
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code to be typed from paper: 4.6 random bits a letter, in groups of four: `ABCD-EFGH-JKLM`. */
export const newCode = (length: number): string =>
  Array.from({ length }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/** Takes the same time wherever they differ. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(one)), Buffer.from(hashSecret(other)))

const MIN_DIFFERENT = 12
const MOST_EQUAL_STEPS = 11
const LONGEST_REPEAT = 5

/**
 * Whether a secret of 43 letters may have been drawn at random: it has many different letters, neither runs along the
 * alphabet nor repeats itself. One in ten million that were drawn is refused.
 */
export const looksRandom = (secret: string): boolean => {
  const steps = new Map<number, number>()
  const pieces = new Set<string>()
  for (let at = 0; at < secret.length; at++) {
    const step = secret.charCodeAt(at) - (at > 0 ? secret.charCodeAt(at - 1) : 0)
    steps.set(step, (steps.get(step) ?? 0) + 1)
    const piece = secret.slice(at, at + LONGEST_REPEAT + 1)
    if (piece.length > LONGEST_REPEAT && pieces.has(piece)) return false
    pieces.add(piece)
  }
  return new Set(secret).size >= MIN_DIFFERENT && Math.max(...steps.values()) <= MOST_EQUAL_STEPS
}
