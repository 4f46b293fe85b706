// npm run account -- <e-mail>: the way back in for a webmaster when mails do not go: prints a link to a new password.
import { readSettings } from './env.ts'
import { systemClock } from './kernel/clock.ts'
import { openDb } from './kernel/postgres/db.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './kernel/postgres/embedded-postgres.ts'
import { migrate } from './kernel/postgres/migrate.ts'
import { findWebmasters } from './rooms/session/session.queries.ts'
import { makeLink } from './rooms/session/link.service.ts'

const settings = readSettings()
const [email] = process.argv.slice(2)
const running = settings.databaseUrl ?? (await findRunningPostgres(settings.dataDir))
const own = running ? null : await startEmbeddedPostgres(settings.dataDir, console.log)
const db = openDb({ connection: running ?? own!.connection, max: 1 })
try {
  if (own) await migrate(db)
  const webmasters = await findWebmasters(db)
  const found = webmasters.find(one => one.email.toLowerCase() === email?.toLowerCase())
  if (found) {
    const { token } = await makeLink({ db, clock: systemClock }, { purpose: 'reset', ...found })
    const origin = settings.publicUrl?.origin ?? `http://localhost:${settings.port}`
    console.log(
      `Open this within an hour, and choose a new password:\n${origin}/${found.customUri}/connexion?token=${token}`,
    )
  } else {
    console.error(email ? `No webmaster has the e-mail ${email}.` : 'Say whose: npm run account -- <e-mail>')
    console.error(
      webmasters.length > 0
        ? `Webmasters: ${webmasters.map(one => one.email).join(', ')}`
        : 'This installation has no webmaster yet: the server prints its setup address when it starts.',
    )
    process.exitCode = 1
  }
} finally {
  await db.destroy()
  await own?.stop()
}
