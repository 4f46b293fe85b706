import { createECDH, timingSafeEqual } from 'node:crypto'
import { isProduction } from '#server/kernel/settings.ts'

/** The VAPID key pair of the installation, base64url: an uncompressed point of P-256 and its private scalar. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

const isPair = ({ publicKey, privateKey }: PushKeys): boolean => {
  const ours = createECDH('prime256v1')
  try {
    ours.setPrivateKey(privateKey, 'base64url')
    const [made, given] = [ours.getPublicKey(), Buffer.from(publicKey, 'base64url')]
    return made.length === given.length && timingSafeEqual(made, given)
  } catch {
    return false
  }
}

/**
 * Null if the operator sets no keys: a pair is then created and stored. Throws an error for the operator if the keys
 * are not a pair.
 */
export const readPushKeys = ({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: NodeJS.ProcessEnv): PushKeys | null => {
  if (!VAPID_PUBLIC_KEY && !VAPID_PRIVATE_KEY) return null
  const keys = { publicKey: VAPID_PUBLIC_KEY?.trim() ?? '', privateKey: VAPID_PRIVATE_KEY?.trim() ?? '' }
  if (!isPair(keys))
    throw new Error(
      'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be the two halves of one key, as "npx web-push generate-vapid-keys" makes them.',
    )
  return keys
}

/** The origin of a push service run by a test; null without one. Throws an error for the operator if it is invalid. */
export const readPushTestOrigin = (env: NodeJS.ProcessEnv): URL | null => {
  const address = env.PUSH_TEST_ORIGIN
  if (!address) return null
  if (isProduction(env))
    throw new Error('PUSH_TEST_ORIGIN is for tests: members could have this server call its own network.')
  if (!URL.canParse(address) || new URL(address).protocol !== 'http:')
    throw new Error(`PUSH_TEST_ORIGIN must be an address such as http://127.0.0.1:4000, not "${address}".`)
  return new URL(address)
}
