import { hash as digest, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { takeTurns } from './turns.ts'

/** 256 random bits, base64url (43 characters). */
export const newSecret = () => randomBytes(32).toString('base64url')

/** What is stored of a random secret: enough to find it again, useless to whoever reads the table. */
export const hashSecret = (secret: string) => digest('sha256', secret, 'base64url')

/** The package's own name for argon2id is a const enum, which type stripping cannot read. */
const ARGON2ID = 2
const argon2 = { algorithm: ARGON2ID, memoryCost: 47_104, timeCost: 1, parallelism: 1 }

/** Each hash takes 46 MiB: more than four at once would let a crowd at the door empty the memory. */
const inTurn = takeTurns(4)

/** argon2id, for passwords and for keys that a person chose. */
export const hashPassword = (password: string) => inTurn(() => hash(password, argon2))

let decoy: Promise<string> | undefined

/**
 * Whether the password is the one behind the hash. Without a hash the same work is done and the answer is no, so that
 * time does not tell which accounts exist.
 */
export const verifyPassword = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  const known = stored ?? await (decoy ??= hashPassword(newSecret()))
  const right = await inTurn(() => verify(known, password))
  return right && stored != null
}
