import type { AppLinks } from './http/app-links.ts'
import type { TrustedProxies } from './http/caller-address.ts'

/**
 * What the installation is set to, read once from the environment. Each room adds its own by declaring this interface
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
  /** The mail server; without one mails wait, or stay on this machine in the demo world. */
  smtpUrl: string | null
  /** What readers of mails see as their sender. */
  mailFrom: string
  /** The secret of the installation, where it is not to lie in the data folder. */
  secretKey: string | null
  /** Origins beside our own that pages may fetch from: where maps get their tiles. */
  outsideOrigins: readonly string[]
}

/** True for a variable that is set to anything but 0 or false; undefined where it is not set. */
export const readFlag = (value: string | undefined): boolean | undefined =>
  value === undefined || value === '' ? undefined : value !== '0' && value !== 'false'

/** Whether people's own data are at stake, by what the server is started with. */
export const isProduction = ({ NODE_ENV, DATABASE_URL }: NodeJS.ProcessEnv): boolean =>
  NODE_ENV === 'production' || Boolean(DATABASE_URL)
