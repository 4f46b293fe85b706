import { parseJson } from '#server/kernel/parse-json.ts'
import { ECDH } from 'node:crypto'

/** The URL of a browser at its push service, and its encryption keys in base64url. */
export interface Subscription {
  url: string
  p256dh: string
  auth: string
}

const MAX_URL_LENGTH = 2_000
const AUTH_BYTES = 16
const BASE64URL = /^[A-Za-z0-9_-]+$/

const isPoint = (key: string): boolean => {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url', 'base64url', 'uncompressed')
    return true
  } catch {
    return false
  }
}

const bytesOf = (text: unknown): string | null => {
  const trimmed = typeof text === 'string' ? text.replace(/=+$/, '') : ''
  return BASE64URL.test(trimmed) ? trimmed : null
}

/** Reads a PushSubscription as `JSON.stringify` writes it; null for anything else. The URL is not checked here. */
export const readSubscription = (token: string): Subscription | null => {
  const value = parseJson(token)
  if (value === undefined) return null
  const { endpoint, keys } = (value ?? {}) as { endpoint?: unknown; keys?: { p256dh?: unknown; auth?: unknown } | null }
  if (typeof endpoint !== 'string' || endpoint.length > MAX_URL_LENGTH || !URL.canParse(endpoint)) return null
  const [p256dh, auth] = [bytesOf(keys?.p256dh), bytesOf(keys?.auth)]
  if (!p256dh || !auth || !isPoint(p256dh) || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return null
  return { url: new URL(endpoint).href, p256dh, auth }
}
