import type { AppLinks } from './http/app-links.ts'
import type { TrustedProxies } from './http/caller-address.ts'

export interface WeatherSettings {
  provider: 'open-meteo' | 'openweather'
  url: URL
  key: string | null
  timeoutMs?: number
}

/** The installation's settings, read once from the environment. Each feature adds its own by declaration merging. */
export interface Settings {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  publicUrl: URL | null
  production: boolean
  demo: boolean
  trustedProxies: TrustedProxies
  nameStatements: boolean
  servesShells: boolean
  appLinks: AppLinks
  minClientVersion: string | null
  metricsToken: string | null
  /** Whether responses are validated against the contract: always except in production. */
  checkAnswers: boolean
  webDir: string | null
  consentAge: number
  weather: WeatherSettings | null
  smtpUrl: string | null
  mailFrom: string
  secretKey: string | null
  /** The operator declares the previous secret lost: the server starts although existing values cannot be decrypted. */
  secretLost: boolean
  externalOrigins: readonly string[]
}

const FLAG_WORDS = new Map([
  ...['1', 'true', 'yes', 'on'].map(value => [value, true] as const),
  ...['0', 'false', 'no', 'off'].map(value => [value, false] as const),
])

/** Returns undefined when the setting is not set. Throws with a message for the operator when it is invalid. */
export const readFlag = (env: NodeJS.ProcessEnv, name: string): boolean | undefined => {
  const value = env[name]?.trim()
  if (!value) return undefined
  const flag = FLAG_WORDS.get(value.toLowerCase())
  if (flag === undefined)
    throw new Error(`${name} must be 1 or 0 (true or false, yes or no, on or off), not "${value}".`)
  return flag
}

/** Whether the database may hold real data, judged by NODE_ENV and DATABASE_URL. */
export const isProduction = ({ NODE_ENV, DATABASE_URL }: NodeJS.ProcessEnv): boolean =>
  NODE_ENV === 'production' || Boolean(DATABASE_URL)
