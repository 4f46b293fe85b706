import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { buildApp } from './app.ts'
import { fillDatabase } from './demo/fill-database.ts'
import { refuseDemoWorld } from './refuse-demo-world.ts'
import { loopbackHosts, readSettings } from './env.ts'
import { createBackground } from './kernel/background.ts'
import { createLocalBus } from './kernel/bus.ts'
import { systemClock } from './kernel/clock.ts'
import { makeDataFolder, mediaFolder, assertNoForeignData } from './kernel/data-folder.ts'
import { inTransaction } from './kernel/postgres/after-commit.ts'
import { claimDatabase } from './kernel/postgres/claim-database.ts'
import { type Db, type DbOptions, openDb } from './kernel/postgres/db.ts'
import { startEmbeddedPostgres } from './kernel/postgres/embedded-postgres.ts'
import { hasCluster } from './kernel/postgres/postgres-folder.ts'
import { waitForDatabase } from './kernel/postgres/wait-for-database.ts'
import { keyedErrorOf } from './kernel/errors.ts'
import { connectionTimes } from './kernel/http/slow-connections.ts'
import { createFetchExternal } from './kernel/outside/fetch-external.ts'
import { createPostExternal } from './kernel/outside/post-external.ts'
import { ensureIdsAfter } from './kernel/ids.ts'
import { openJobs } from './kernel/jobs/jobs.ts'
import { createUnconfiguredMailer, createSmtpMailer, type Mailer } from './kernel/mail/mail.ts'
import { createMailbox } from './kernel/mail/mailbox.ts'
import { createSecretBox } from './kernel/secret-box.ts'
import { resolveSecret } from './kernel/secret-check.ts'
import { SERVER_VERSION } from './kernel/server-version.ts'
import { findMistypedSettings } from './kernel/setting-names.ts'
import { startErrorMessage } from './start-errors.ts'
import { createWarnings, type Warnings } from './kernel/warnings.ts'
import { migrate } from './kernel/postgres/migrate.ts'
import { createLocalPresence } from './kernel/presence.ts'
import type { Platform } from './kernel/platform.ts'
import type { Settings } from './kernel/settings.ts'
import { restrictFolderToOwner, createDiskStorage, type Storage } from './kernel/storage.ts'
import { allJobs, features } from './features.ts'
import { fillCityList } from './features/community/city-list.service.ts'
import { hasNoCommunity } from './features/community/community.service.ts'
import { hasMissingPictures } from './features/media/media.service.ts'
import { hasTemplateCatalogue } from './features/publish/catalogue.service.ts'
import { setupSecret } from './features/setup/setup.service.ts'
import { findNewestEventId } from './features/feed/feed.service.ts'

/** Maximum duration of a shutdown: the last responses are sent, then PostgreSQL is stopped. */
const SHUTDOWN_MS = connectionTimes.shutdownGrace + 2_900
/** Timeout after which a statement is cancelled. Statements of API calls should need less than a tenth of this time. */
const STATEMENT_MS = 5000

/** Exit code of a server that cannot start and would fail again (EX_CONFIG of sysexits.h). */
const EX_CONFIG = 78

const log = (line: string) => console.log(line)

const stopCallbacks: (() => Promise<unknown>)[] = []
let stopping = false

const shutdown = async (code: number) => {
  if (stopping) return
  stopping = true
  const stopAll = async () => {
    for (const stop of stopCallbacks.reverse()) await stop()
  }
  await Promise.race([stopAll().catch(error => console.error(error)), wait(SHUTDOWN_MS)])
  process.exit(code)
}

/**
 * Without SMTP_URL, a demo installation that only this machine can reach shows its mails on a page, and the mails of
 * any other installation wait.
 */
const createMailer = ({ smtpUrl, mailFrom, demo, host, production }: Settings, warnings: Warnings): Mailer => {
  if (smtpUrl) return createSmtpMailer(smtpUrl, mailFrom)
  if (demo && loopbackHosts.has(host)) return createMailbox(log)
  if (production)
    warnings.add(
      'SMTP_URL',
      'SMTP_URL is not set: mails wait until it is, such as smtp://user:password@mail.example.org:587.',
    )
  return createUnconfiguredMailer()
}

const startDatabase = async (settings: Settings) => {
  if (settings.databaseUrl) {
    await waitForDatabase(settings.databaseUrl, log)
    return settings.databaseUrl
  }
  if (!hasCluster(settings.dataDir)) assertNoForeignData(settings.dataDir, 'its database is not there')
  log('Starting PostgreSQL…')
  const postgres = await startEmbeddedPostgres(settings.dataDir, log)
  stopCallbacks.push(() => postgres.stop())
  return postgres.connection
}

/** Makes this process the only server of the database, and migrates the database without a statement timeout. */
const claimAndMigrate = async (connection: DbOptions['connection'], settings: Settings, warnings: Warnings) => {
  const db = openDb({ connection, max: 1, nameStatements: false })
  try {
    const { rows } = await sql<{ isNew: boolean }>`select to_regclass('migrations') is null as "isNew"`.execute(db)
    if (rows[0]!.isNew)
      assertNoForeignData(
        settings.dataDir,
        settings.databaseUrl ? 'the database that DATABASE_URL names is empty' : 'its database is empty',
      )
    const claim = await claimDatabase({
      connection,
      name: `process ${process.pid} on ${hostname()}, port ${settings.port}`,
      version: SERVER_VERSION,
      hasOwnConnection: settings.nameStatements,
      log,
      onLost: by =>
        warnings.add(
          'lost',
          `Another Parvis server has taken this database over: ${by}. This one is not ready any more.`,
        ),
    })
    stopCallbacks.push(() => claim.release())
    const applied = await migrate(db)
    if (applied.length > 0) log(`Database brought up to date: ${applied.join(', ')}`)
    return claim
  } finally {
    await db.destroy()
  }
}

const LOG_INTERVAL_MS = 60_000
const loggedAt = new Map<string, number>()

/** Logs once per minute and kind, because every call fails while the mail server or the database is down. */
const logOncePerMinute = (kind: string, write: () => void) => {
  if (Date.now() - (loggedAt.get(kind) ?? -Infinity) < LOG_INTERVAL_MS) return
  loggedAt.set(kind, Date.now())
  write()
}

const logFailedJob = (name: string, { message }: Error) =>
  logOncePerMinute(`job ${name}`, () => console.error(`A job (${name}) did not come to its end: ${message}`))

/** Warns when the media folder is missing: otherwise broken images would appear without any log entry. */
const warnAboutMissingImages = async (platform: Platform, warnings: Warnings) => {
  if (await hasMissingPictures(platform))
    warnings.add(
      'media',
      `The pictures of this installation are not in ${mediaFolder(platform.settings.dataDir)}. Put them back from where they were, or from your backup.`,
    )
}

const warnAboutMistypedSettings = (warnings: Warnings) => {
  for (const { name, meant } of findMistypedSettings(process.env))
    warnings.add(name, `${name} is not a setting of Parvis, and nothing reads it. Did you mean ${meant}?`)
}

const openPool = (connection: DbOptions['connection'], { nameStatements }: Settings): Db => {
  const db = openDb({
    connection,
    nameStatements,
    statementTimeoutMs: STATEMENT_MS,
    // During a shutdown PostgreSQL closes the connections itself.
    onError: error =>
      stopping || logOncePerMinute('database', () => console.error(`A database connection was lost: ${error.message}`)),
  })
  stopCallbacks.push(() => db.destroy())
  return db
}

const openStorage = async (dataDir: string): Promise<Storage> => {
  makeDataFolder(dataDir)
  const media = mediaFolder(dataDir)
  // The start continues if the permissions cannot be changed: another user owns the folder, or the disk is full.
  await restrictFolderToOwner(media).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST' || error.code === 'ENOTDIR') throw error
    console.error(`The folder of the pictures stays as open as it is: ${error.message}`)
  })
  const storage = createDiskStorage(media)
  // A folder that is not writable aborts the start. A full disk does not: reading works, and writes fail with an error
  // of their own.
  await storage.check().catch(error => {
    if (keyedErrorOf(error).key !== 'storagefull') throw error
  })
  return storage
}

const findSecret = (db: Db, settings: Settings): Promise<string> => {
  const findEncryptedSamples = async () =>
    (await Promise.all(features.map(feature => feature.findEncryptedSample?.(db) ?? null))).filter(one => one !== null)
  return resolveSecret(db, settings, findEncryptedSamples, log)
}

/** Fills a new database with the list of towns, the template catalogue and, in a demo installation, the demo world. */
const fillNewDatabase = async (
  db: Db,
  connection: DbOptions['connection'],
  secret: string,
  settings: Settings,
  warnings: Warnings,
) => {
  const media = mediaFolder(settings.dataDir)
  if (settings.demo && (await hasNoCommunity(db))) {
    log('Making the demo world…')
    await fillDatabase({ connection, mediaFolder: media, secret, catalogueOnly: false })
  }
  if ((settings.production || settings.publicUrl) && settings.demo)
    warnings.add(
      'DEMO',
      'Demo accounts are offered here, so administrators and webmasters are not asked for a second factor.',
    )
  if (await fillCityList(db)) log('The list of towns is in place.')
  if (!(await hasTemplateCatalogue(db)))
    await fillDatabase({ connection, mediaFolder: media, secret, catalogueOnly: true })
}

const openJobQueue = (db: Db) =>
  openJobs(db, allJobs, {
    onError: error => logOncePerMinute('queue', () => console.error(`The job queue failed: ${error.message}`)),
    onFailure: logFailedJob,
  })

const logReady = async ({ db, settings, site, secretBox }: Platform, address: string) => {
  log(`Parvis is ready: ${settings.publicUrl?.origin ?? address}`)
  if (await hasNoCommunity(db))
    log(`Nobody has set it up yet. Open this address: ${site.origin}/installation#${setupSecret(secretBox)}`)
  if (settings.demo)
    log('Demo accounts: neighbor@demo.example, administrator@demo.example and others, password parvis-demo')
}

const start = async (settings: Settings): Promise<void> => {
  const warnings = createWarnings(log)
  warnAboutMistypedSettings(warnings)
  const connection = await startDatabase(settings)
  const claim = await claimAndMigrate(connection, settings, warnings)
  const db = openPool(connection, settings)
  const storage = await openStorage(settings.dataDir)
  await refuseDemoWorld(db, settings)
  const secret = await findSecret(db, settings)
  await fillNewDatabase(db, connection, secret, settings, warnings)
  const jobs = await openJobQueue(db)
  const mailer = createMailer(settings, warnings)
  stopCallbacks.push(async () => mailer.close())
  stopCallbacks.push(() => jobs.stop())
  const newestId = await findNewestEventId(db)
  if (newestId) ensureIdsAfter(newestId)
  const platform = {
    db,
    bus: createLocalBus(),
    background: createBackground(),
    clock: systemClock,
    presence: createLocalPresence(),
    storage,
    fetchExternal: createFetchExternal(),
    postExternal: createPostExternal(settings.pushTestOrigin),
    settings,
    jobs,
    mailer,
    secretBox: createSecretBox(secret),
    site: { origin: settings.publicUrl?.origin ?? `http://${settings.host}:${settings.port}` },
    features,
  }
  const app = await buildApp(platform, {
    trustedProxies: settings.trustedProxies,
    webDir: settings.webDir,
    warnings,
    isServing: () => !claim.isLost(),
    uploads: { folder: join(settings.dataDir, 'uploads') },
  })
  stopCallbacks.push(() => app.close())
  const address = await app.listen({ port: settings.port, host: settings.host })
  await jobs.startAllWorkers(platform, allJobs)
  // The sweep also runs at the start: a server that is restarted often might never be running at the scheduled time.
  await inTransaction(db, (tx, afterCommit) => jobs.enqueue(tx, afterCommit, 'sweep', {}))
  if (settings.production && !settings.publicUrl)
    warnings.add('PUBLIC_URL', `PUBLIC_URL is not set: links in mails, letters and posters begin with ${address}.`)
  await warnAboutMissingImages(platform, warnings)
  await logReady(platform, address)
}

process.on('SIGTERM', () => shutdown(0))
process.on('SIGINT', () => shutdown(0))
try {
  await start(readSettings())
} catch (error) {
  // An error that a shutdown during the start causes is not a failed start.
  if (!stopping) {
    // The database may be available at the next start, so the exit code is not EX_CONFIG.
    const isDatabaseUnavailable = keyedErrorOf(error).key === 'maintenance'
    console.error(`Parvis could not start. ${startErrorMessage(error as NodeJS.ErrnoException)}`)
    if (isDatabaseUnavailable)
      console.error('PostgreSQL is away, or was lost. Nothing is left half done: the next start goes on.')
    await shutdown(isDatabaseUnavailable ? 1 : EX_CONFIG)
  }
}
