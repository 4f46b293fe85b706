import { hash as digest, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from './limits/concurrency-limit.ts'

/** Returns 256 random bits in base64url (43 characters). */
export const newSecret = () => randomBytes(32).toString('base64url')

/** Hashes a random secret for storage: rows can be found by the hash, but the secret cannot be recovered from it. */
export const hashSecret = (secret: string) => digest('sha256', secret, 'base64url')

/** @node-rs/argon2 exports this as a const enum, which type stripping does not support. */
const ARGON2ID = 2
const argon2 = { algorithm: ARGON2ID, memoryCost: 47_104, timeCost: 1, parallelism: 1 }

/** One hash needs 46 MiB: more than four hashes at once could exhaust the memory when many users log in. */
const limitHashing = limitConcurrency(4)

/** Normalizes a password for comparison: Unicode composition and invisible characters are ignored. */
export const normalizePassword = (password: string): string =>
  password.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')

export const hashPassword = (password: string) => limitHashing(() => hash(normalizePassword(password), argon2))

/** A hash that no password matches, whose verification takes as long as that of a real hash. */
const dummyHash = (() => {
  const { memoryCost, timeCost, parallelism } = argon2
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(16)}$${random(32)}`
})()

/** Takes as long without a stored hash, so that response times do not reveal which accounts exist. */
export const verifyPassword = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  const normalized = normalizePassword(password)
  const isMatch =
    (await limitHashing(() => verify(stored ?? dummyHash, normalized))) ||
    // A former version hashed passwords without normalizing them.
    (normalized !== password && (await limitHashing(() => verify(stored ?? dummyHash, password))))
  return isMatch && stored != null
}

/** Normalizes a registration key for comparison: ignores case, width, spaces, hyphens and invisible characters. */
export const normalizeRegisterKey = (key: string) =>
  key
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, '')
    .toLowerCase()

const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code that users type: 4.6 random bits per letter, in groups of four: `ABCD-EFGH-JKLM`. */
export const newCode = (length: number): string =>
  Array.from({ length }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

export const isSameSecret = (secret: string, otherSecret: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hashSecret(otherSecret)))

const MIN_DIFFERENT_CHARACTERS = 12
const MAX_EQUAL_STEPS = 11
const MAX_REPEAT = 5

/** Returns false for sequences, repetitions or few different characters (and for one in ten million random secrets). */
export const looksRandom = (secret: string): boolean => {
  const steps = new Map<number, number>()
  const pieces = new Set<string>()
  for (let at = 0; at < secret.length; at++) {
    const step = secret.charCodeAt(at) - (at > 0 ? secret.charCodeAt(at - 1) : 0)
    steps.set(step, (steps.get(step) ?? 0) + 1)
    const piece = secret.slice(at, at + MAX_REPEAT + 1)
    if (piece.length > MAX_REPEAT && pieces.has(piece)) return false
    pieces.add(piece)
  }
  return new Set(secret).size >= MIN_DIFFERENT_CHARACTERS && Math.max(...steps.values()) <= MAX_EQUAL_STEPS
}
