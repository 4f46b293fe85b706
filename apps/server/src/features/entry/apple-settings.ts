const AUTHORIZE_URL = 'https://appleid.apple.com/auth/authorize'
const KEYS_URL = 'https://appleid.apple.com/auth/keys'

export interface AppleSettings {
  clientId: string
  /** Bundle ids of our native apps, which receive tokens from Apple themselves, with the bundle id as audience. */
  bundleIds: readonly string[]
  authorizeUrl: URL
  keysUrl: URL
}

const readAddress = (name: string, address: string): URL => {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new Error(`${name} must be an address such as ${KEYS_URL}, not "${address}".`)
  return new URL(address)
}

/** Null if Apple is not configured. Throws an error for the operator if a setting is invalid or HTTPS is missing. */
export const readAppleSettings = (env: NodeJS.ProcessEnv): AppleSettings | null => {
  const clientId = env.APPLE_CLIENT_ID?.trim()
  if (!clientId) return null
  const authorizeUrl = readAddress('APPLE_AUTHORIZE_URL', env.APPLE_AUTHORIZE_URL || AUTHORIZE_URL)
  if (authorizeUrl.href === AUTHORIZE_URL && !env.PUBLIC_URL?.startsWith('https:'))
    throw new Error(
      'APPLE_CLIENT_ID needs PUBLIC_URL to begin with https: Apple sends nobody back to any other address.',
    )
  return {
    clientId,
    bundleIds: (env.APPLE_BUNDLE_IDS ?? '').split(',').flatMap(id => id.trim() || []),
    authorizeUrl,
    keysUrl: readAddress('APPLE_KEYS_URL', env.APPLE_KEYS_URL || KEYS_URL),
  }
}
