import { resolve } from 'node:path'
import { readAppLinks } from './kernel/http/app-links.ts'
import { readTrustedProxies } from './kernel/http/caller-address.ts'
import { isProduction, readFlag, type Settings } from './kernel/settings.ts'
import { features } from './features.ts'

export const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

const environments: ReadonlySet<string> = new Set(['production', 'development', 'test'])

const readPort = (env: NodeJS.ProcessEnv): number => {
  const port = Number(env.PORT || 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT must be a number from 0 to 65535, not "${env.PORT}".`)
  return port
}

const readDatabaseUrl = (env: NodeJS.ProcessEnv): string | null => {
  const databaseUrl = env.DATABASE_URL || null
  if (databaseUrl && !/^(postgres(ql)?:\/\/|socket:)\S*$/.test(databaseUrl))
    throw new Error('DATABASE_URL must be an address such as postgres://parvis:password@db.example.org/parvis.')
  return databaseUrl
}

const readDemo = (
  env: NodeJS.ProcessEnv,
  { databaseUrl, production, host }: Pick<Settings, 'databaseUrl' | 'production' | 'host'>,
): boolean => {
  const demo = readFlag(env, 'DEMO') ?? (databaseUrl === null && env.NODE_ENV !== 'production')
  // The demo accounts have a public password, so an ambiguous value must not enable them.
  if (demo && env.DEMO !== '1' && (production || !loopbackHosts.has(host)))
    throw new Error(
      `The demo accounts have a public password, so they are not offered ${loopbackHosts.has(host) ? 'in production' : `on ${host}`}. Set DEMO=0 to run without them, or DEMO=1 to say that you mean it.`,
    )
  return demo
}

const readPublicUrl = (
  env: NodeJS.ProcessEnv,
  { production, host }: Pick<Settings, 'production' | 'host'>,
): URL | null => {
  if (!env.PUBLIC_URL) {
    if (production && !loopbackHosts.has(host))
      throw new Error('PUBLIC_URL is missing: the address that members type, such as https://parvis.example.org.')
    return null
  }
  if (!URL.canParse(env.PUBLIC_URL) || !/^https?:$/.test(new URL(env.PUBLIC_URL).protocol))
    throw new Error(`PUBLIC_URL must be an address such as https://parvis.example.org, not "${env.PUBLIC_URL}".`)
  const publicUrl = new URL(env.PUBLIC_URL)
  if (publicUrl.href !== `${publicUrl.origin}/`)
    throw new Error(
      `PUBLIC_URL must be an address without a path, such as ${publicUrl.origin}, not "${env.PUBLIC_URL}": Parvis has a host of its own.`,
    )
  return publicUrl
}

const assertValidFormats = (env: NodeJS.ProcessEnv) => {
  if (env.MIN_CLIENT_VERSION && !/^\d+(\.\d+)*$/.test(env.MIN_CLIENT_VERSION))
    throw new Error(`MIN_CLIENT_VERSION must be a version such as 1.5.2, not "${env.MIN_CLIENT_VERSION}".`)
  if (env.SMTP_URL && !/^smtps?:\/\/\S+$/.test(env.SMTP_URL))
    throw new Error('SMTP_URL must be an address such as smtp://user:password@mail.example.org:587.')
  const minKeyLength = 32
  if (env.SECRET_KEY && env.SECRET_KEY.length < minKeyLength)
    throw new Error(
      `SECRET_KEY must have at least ${minKeyLength} random letters, as "openssl rand -base64 32" makes them.`,
    )
  const minTokenLength = 16
  if (env.METRICS_TOKEN && env.METRICS_TOKEN.length < minTokenLength)
    throw new Error(
      `METRICS_TOKEN must have at least ${minTokenLength} random letters, as "openssl rand -hex 16" makes them.`,
    )
}

const readProxies = (env: NodeJS.ProcessEnv) => {
  const trustedProxies = readTrustedProxies(env.TRUST_PROXY)
  if (trustedProxies === undefined)
    throw new Error(
      `TRUST_PROXY must be the number of proxies before the server, such as 1, or their addresses, such as 10.0.0.0/8, not "${env.TRUST_PROXY}".`,
    )
  return trustedProxies
}

/** The settings from the environment; throws with a message for the operator when one is invalid. */
export const readSettings = (env: NodeJS.ProcessEnv = process.env): Settings => {
  const featureSettings = Object.assign({}, ...features.map(feature => feature.readSettings?.(env)))
  const port = readPort(env)
  const host = env.HOST || '127.0.0.1'
  const databaseUrl = readDatabaseUrl(env)
  if (env.NODE_ENV && !environments.has(env.NODE_ENV))
    throw new Error(`NODE_ENV must be production, development or test, not "${env.NODE_ENV}".`)
  const production = isProduction(env)
  const demo = readDemo(env, { databaseUrl, production, host })
  const publicUrl = readPublicUrl(env, { production, host })
  assertValidFormats(env)
  const trustedProxies = readProxies(env)
  return {
    ...featureSettings,
    port,
    host,
    dataDir: resolve(env.DATA_DIR || 'data'),
    databaseUrl,
    publicUrl,
    production,
    demo,
    trustedProxies,
    nameStatements: readFlag(env, 'NAME_STATEMENTS') ?? true,
    servesShells: readFlag(env, 'SHELLS') ?? true,
    appLinks: readAppLinks(env),
    minClientVersion: env.MIN_CLIENT_VERSION || null,
    smtpUrl: env.SMTP_URL || null,
    mailFrom: env.MAIL_FROM || `Parvis <no-reply@${publicUrl?.hostname ?? 'localhost'}>`,
    secretKey: env.SECRET_KEY || null,
    secretLost: readFlag(env, 'SECRET_LOST') ?? false,
    metricsToken: env.METRICS_TOKEN || null,
    checkAnswers: !production,
    webDir: env.PARVIS_WEB === 'none' ? null : resolve(import.meta.dirname, '../../web/dist'),
  }
}
