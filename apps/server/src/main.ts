import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { fillDemoWorld, isEmpty } from './demo/fill.ts'
import { readSettings, type Settings } from './env.ts'
import { createLocalBus } from './kernel/bus.ts'
import { systemClock } from './kernel/clock.ts'
import { openDb } from './kernel/db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './kernel/embedded-postgres.ts'
import { migrate } from './kernel/migrate.ts'
import { forgetOldHits } from './kernel/rate-limit.ts'
import { createDiskStorage } from './kernel/storage.ts'
import { forgetIdleSessions } from './rooms/session/session.service.ts'

const SWEEP_MS = 60 * 60_000
/** Whoever stops the server waits no longer than this. */
const STOP_MS = 2_900

const say = (line: string) => console.log(line)

const run = async (settings: Settings): Promise<() => Promise<void>> => {
  let postgres: EmbeddedPostgres | null = null
  if (!settings.databaseUrl) {
    say('Starting PostgreSQL…')
    postgres = await startEmbeddedPostgres(settings.dataDir, say)
  }
  const db = openDb({
    connection: settings.databaseUrl ?? postgres!.connection,
    nameStatements: settings.nameStatements,
    onError: error => console.error(`A database connection was lost: ${error.message}`),
  })
  const storage = createDiskStorage(`${settings.dataDir}/media`)
  const applied = await migrate(db)
  if (applied.length > 0) say(`Database brought up to date: ${applied.join(', ')}`)
  if (settings.demo && await isEmpty(db)) {
    say('Making the demo world…')
    await fillDemoWorld({ db, storage })
  }
  const platform = { db, bus: createLocalBus(), clock: systemClock, storage, settings }
  const app = await buildApp(platform, { trustProxy: settings.trustProxy, webDir: settings.webDir })
  const sweep = () => {
    Promise.all([forgetOldHits(db), forgetIdleSessions(db, new Date())]).catch(error => app.log.error(error, 'sweeping failed'))
  }
  const sweeping = setInterval(sweep, SWEEP_MS)
  sweeping.unref()
  const address = await app.listen({ port: settings.port, host: settings.host })
  say(`Parvis is ready: ${settings.publicUrl?.origin ?? address}`)
  if (settings.demo) say('Demo accounts: neighbor@demo.example, administrator@demo.example and others, password parvis-demo')
  return async () => {
    clearInterval(sweeping)
    await app.close()
    await db.destroy()
    await postgres?.stop()
  }
}

try {
  const stop = await run(readSettings())
  let stopping = false
  const leave = async () => {
    if (stopping) return
    stopping = true
    await Promise.race([stop(), wait(STOP_MS)])
    process.exit(0)
  }
  process.on('SIGTERM', leave)
  process.on('SIGINT', leave)
} catch (error) {
  console.error(`Parvis could not start. ${(error as Error).message}`)
  process.exit(1)
}
