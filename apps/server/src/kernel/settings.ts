import type { AppLinks } from './http/app-links.ts'
import type { TrustedProxies } from './http/caller-address.ts'

export interface WeatherSettings {
  provider: 'open-meteo' | 'openweather'
  url: URL
  /** Null where the provider needs none. */
  key: string | null
  /** How long it is waited for, in milliseconds; four seconds where it is not said. */
  mostMs?: number
}

/**
 * What the installation is set to, read once from the environment. Each feature adds its own by declaring this interface
 * again.
 */
export interface Settings {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  publicUrl: URL | null
  production: boolean
  /** Fill an empty database with the demo world. */
  demo: boolean
  /** The proxies that stand before the server: only then is X-Forwarded-For believed. */
  trustedProxies: TrustedProxies
  nameStatements: boolean
  /** The apps for iOS and Android may be used here. */
  servesShells: boolean
  /** Whose links open which of our apps. */
  appLinks: AppLinks
  /** Clients below this version are told to update (411). */
  minClientVersion: string | null
  /** Who shows it may read `/metrics` from elsewhere; without one this machine alone may. */
  metricsToken: string | null
  /** Answers are held against their schema before they leave: on everywhere but in production. */
  checkAnswers: boolean
  webDir: string | null
  /** Years: who is known to be younger is a minor. */
  consentAge: number
  /** Who is asked for the weather; null where nobody is, and no community has any. */
  weather: WeatherSettings | null
  /** The mail server; without one mails wait, or stay on this machine in the demo world. */
  smtpUrl: string | null
  /** What readers of mails see as their sender. */
  mailFrom: string
  /** The secret of the installation, where it is not to lie in the data folder. */
  secretKey: string | null
  /** The former secret is lost for good: the server starts although it cannot read what was encrypted with it. */
  secretLost: boolean
  /** Origins beside our own that pages may fetch from: where maps get their tiles. */
  outsideOrigins: readonly string[]
}

const FLAG_WORDS = new Map([
  ...['1', 'true', 'yes', 'on'].map(word => [word, true] as const),
  ...['0', 'false', 'no', 'off'].map(word => [word, false] as const),
])

/** What a switch is set to; undefined where it is not set. Throws a sentence for any other word. */
export const readFlag = (env: NodeJS.ProcessEnv, name: string): boolean | undefined => {
  const word = env[name]?.trim()
  if (!word) return undefined
  const flag = FLAG_WORDS.get(word.toLowerCase())
  if (flag === undefined)
    throw new Error(`${name} must be 1 or 0 (true or false, yes or no, on or off), not "${word}".`)
  return flag
}

/** Whether people's own data are at stake, by what the server is started with. */
export const isProduction = ({ NODE_ENV, DATABASE_URL }: NodeJS.ProcessEnv): boolean =>
  NODE_ENV === 'production' || Boolean(DATABASE_URL)
