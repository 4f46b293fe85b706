// Credentials of this installation at the push services of Apple and Google. Each is set completely or not at all.
import { parseJson } from '#server/kernel/parse-json.ts'
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readAppLinks } from '#server/kernel/http/app-links.ts'
import { isProduction } from '#server/kernel/settings.ts'

export interface ApnsSettings {
  key: KeyObject
  keyId: string
  teamId: string
  topic: string
  origin: URL
  /** Timeout of a request in milliseconds; four seconds by default. */
  timeoutMs?: number
}

export interface FcmSettings {
  projectId: string
  clientEmail: string
  key: KeyObject
  tokenUrl: URL
  origin: URL
  timeoutMs?: number
}

const APNS = 'https://api.push.apple.com'
const APNS_SANDBOX = 'https://api.sandbox.push.apple.com'
const FCM = 'https://fcm.googleapis.com'
const GOOGLE_TOKENS = 'https://oauth2.googleapis.com/token'

const readTextOrFile = (name: string, value: string, isText: RegExp): string => {
  if (isText.test(value)) return value
  try {
    return readFileSync(value.trim(), 'utf8')
  } catch {
    throw new Error(`${name} must be the text of the key, or the path of a file that this server can read.`)
  }
}

const readKey = (pem: string, type: 'ec' | 'rsa'): KeyObject | null => {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'))
    const isRight =
      key.asymmetricKeyType === type && (type === 'rsa' || key.asymmetricKeyDetails?.namedCurve === 'prime256v1')
    return isRight ? key : null
  } catch {
    return null
  }
}

/** Other origins than the service’s are for tests only, because pushes name people and contain our credentials. */
const readAddress = (env: NodeJS.ProcessEnv, name: string, allowedOrigins: readonly string[], address: string): URL => {
  if (allowedOrigins.includes(address)) return new URL(address)
  if (isProduction(env)) throw new Error(`${name} is for tests, except for ${allowedOrigins.join(' and ')}.`)
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
    throw new Error(`${name} must be an address such as ${allowedOrigins[0]}, not "${address}".`)
  return new URL(address)
}

/** Null if pushes to iPhones are not configured. Throws an error for the operator if a setting is invalid. */
export const readApnsSettings = (env: NodeJS.ProcessEnv): ApnsSettings | null => {
  const { APNS_KEY, APNS_KEY_ID, APNS_TEAM_ID, APNS_ORIGIN } = env
  if (!APNS_KEY && !APNS_KEY_ID && !APNS_TEAM_ID && !APNS_ORIGIN) return null
  const { ios } = readAppLinks(env)
  if (!APNS_KEY || !APNS_KEY_ID || !ios)
    throw new Error('Pushes to iPhones need APNS_KEY, APNS_KEY_ID and IOS_APP: set all three, or none of APNS_….')
  const id = /^[A-Z0-9]{10}$/
  const keyId = APNS_KEY_ID.trim()
  if (!id.test(keyId)) throw new Error('APNS_KEY_ID must be the id of the key at Apple, ten letters or digits.')
  const teamId = APNS_TEAM_ID?.trim() || ios.slice(0, 10)
  if (!id.test(teamId)) throw new Error('APNS_TEAM_ID must be the id of your team at Apple, ten letters or digits.')
  const key = readKey(readTextOrFile('APNS_KEY', APNS_KEY, /-----BEGIN/), 'ec')
  if (!key) throw new Error('APNS_KEY must be the key for Apple’s push service, as its file AuthKey_….p8 holds it.')
  const origin = readAddress(env, 'APNS_ORIGIN', [APNS, APNS_SANDBOX], APNS_ORIGIN || APNS)
  return { key, keyId, teamId, topic: ios.slice(11), origin }
}

/** Null if pushes to Android phones are not configured. Throws an error for the operator if a setting is invalid. */
export const readFcmSettings = (env: NodeJS.ProcessEnv): FcmSettings | null => {
  const { FCM_SERVICE_ACCOUNT, FCM_ORIGIN } = env
  if (!FCM_SERVICE_ACCOUNT) {
    if (FCM_ORIGIN) throw new Error('FCM_ORIGIN needs FCM_SERVICE_ACCOUNT beside it.')
    return null
  }
  // The text may contain a key, so no error message quotes it.
  const account = parseJson(readTextOrFile('FCM_SERVICE_ACCOUNT', FCM_SERVICE_ACCOUNT, /^\s*\{/)) as Record<
    string,
    unknown
  > | null
  if (!account) throw new Error('FCM_SERVICE_ACCOUNT must be JSON, as Firebase gives it.')
  const { project_id: projectId, client_email: clientEmail, private_key: pem, token_uri: tokens } = account
  const key = readKey(String(pem), 'rsa')
  if (typeof projectId !== 'string' || typeof clientEmail !== 'string' || !key)
    throw new Error(
      'FCM_SERVICE_ACCOUNT must be the key of a service account as Firebase gives it: project_id, client_email and private_key.',
    )
  return {
    projectId,
    clientEmail,
    key,
    tokenUrl: readAddress(env, 'token_uri of FCM_SERVICE_ACCOUNT', [GOOGLE_TOKENS], String(tokens ?? GOOGLE_TOKENS)),
    origin: readAddress(env, 'FCM_ORIGIN', [FCM], FCM_ORIGIN || FCM),
  }
}
