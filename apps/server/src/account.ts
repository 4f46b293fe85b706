// npm run account -- <e-mail>: prints a link to set a new password, for a webmaster when mail does not work. With
// --without-second-factor it first removes the second factor, when the authenticator app and the recovery codes are
// lost.
import { linkWithToken } from '@parvis/contract/mail-links.ts'
import { sql } from 'kysely'
import { readSettings } from './env.ts'
import { createLocalBus } from './kernel/bus.ts'
import { systemClock } from './kernel/clock.ts'
import { openJobs } from './kernel/jobs/jobs.ts'
import { inTransaction } from './kernel/postgres/after-commit.ts'
import { openDb } from './kernel/postgres/db.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './kernel/postgres/embedded-postgres.ts'
import { migrate } from './kernel/postgres/migrate.ts'
import { hasCluster } from './kernel/postgres/postgres-folder.ts'
import { findWebmasters } from './features/entry/entry.queries.ts'
import { makeLink } from './features/entry/link.service.ts'
import { resetFactor } from './features/second-factor/second-factor-setup.service.ts'
import { allJobs } from './features.ts'

const settings = readSettings()
const WITHOUT_FACTOR = '--without-second-factor'
const args = process.argv.slice(2)
const removesFactor = args.includes(WITHOUT_FACTOR)
const [email] = args.filter(arg => arg !== WITHOUT_FACTOR)
const runningDatabase = settings.databaseUrl ?? (await findRunningPostgres(settings.dataDir))
/** Reports that `place` holds no installation, and exits: opening such a folder would create an empty database. */
const exitNotInstalled = (place: string): never => {
  console.error(
    `There is no installation in ${place}. Set DATA_DIR to the folder of the server, or DATABASE_URL to its database, as the server has them.`,
  )
  process.exit(1)
}
if (!runningDatabase && !hasCluster(settings.dataDir)) exitNotInstalled(settings.dataDir)
const embeddedPostgres = runningDatabase ? null : await startEmbeddedPostgres(settings.dataDir, console.log)
// The transaction that enqueues the mail and the job queue each need a connection of their own.
const db = openDb({ connection: runningDatabase ?? embeddedPostgres!.connection, max: 3 })
try {
  if (embeddedPostgres) await migrate(db)
  const { rows } = await sql<{ isEmpty: boolean }>`select to_regclass('migrations') is null as "isEmpty"`.execute(db)
  if (rows[0]!.isEmpty)
    exitNotInstalled(settings.databaseUrl ? 'the database that DATABASE_URL names' : settings.dataDir)
  const webmasters = await findWebmasters(db)
  const webmaster = webmasters.find(one => one.email.toLowerCase() === email?.toLowerCase())
  if (webmaster && removesFactor) {
    const jobs = await openJobs(db, allJobs)
    const wasFactorRemoved = await inTransaction(db, (tx, afterCommit) =>
      resetFactor({ bus: createLocalBus(), jobs }, { tx, afterCommit }, webmaster),
    )
    await jobs.stop()
    console.log(
      wasFactorRemoved
        ? 'The second factor is taken off, and every device is signed out. A mail tells the owner.'
        : 'This account has no second factor.',
    )
  }
  if (webmaster) {
    const { token } = await makeLink({ db, clock: systemClock }, { purpose: 'reset', ...webmaster })
    const origin = settings.publicUrl?.origin ?? `http://localhost:${settings.port}`
    console.log(
      `Open this within an hour, and choose a new password:\n${linkWithToken(`${origin}/${webmaster.customUri}`, token)}`,
    )
  } else {
    console.error(
      email ? `No webmaster has the e-mail ${email}.` : `Say whose: npm run account -- <e-mail> [${WITHOUT_FACTOR}]`,
    )
    console.error(
      webmasters.length > 0
        ? `Webmasters: ${webmasters.map(one => one.email).join(', ')}`
        : 'This installation has no webmaster yet: the server prints its setup address when it starts.',
    )
    process.exitCode = 1
  }
} finally {
  await db.destroy()
  await embeddedPostgres?.stop()
}
