import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { threadId } from 'node:worker_threads'
import { DEMO_PASSWORD } from '@parvis/demo-world/texts/accounts.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { fillDemoWorld } from '../demo/fill.ts'
import { openDb } from '../kernel/postgres/db.ts'
import { startEmbeddedPostgres } from '../kernel/postgres/embedded-postgres.ts'
import { migrate } from '../kernel/postgres/migrate.ts'
import { openJobs } from '../kernel/jobs/jobs.ts'
import { createSecretBox } from '../kernel/secret-box.ts'
import { createDiskStorage } from '../kernel/storage.ts'
import { allJobs } from '../features.ts'
import { hashCheaply } from './quick-hash.ts'
import { addMarkerTown } from './towns.ts'

/** The two databases from which test databases are cloned; an open connection to one would make cloning fail. */
export const templates = { empty: 'template_empty', demo: 'template_demo' } as const
export type TemplateName = keyof typeof templates

/** The secret is the same for every test, because values in the templates are encrypted with it. */
export const TEST_SECRET = 'the secret of all tests, which is not secret at all'
export const testSecretBox = createSecretBox(TEST_SECRET)

export const clusterVariables = { host: 'PARVIS_TEST_PG_HOST', media: 'PARVIS_TEST_MEDIA' } as const

/** Rendered images are cached between runs, because rendering takes longer than everything else. */
const imageCacheFolder = fileURLToPath(new URL('../../../../node_modules/.cache/drawings', import.meta.url))

/** Test data need not survive a crash. Tests of durability start their own PostgreSQL. */
const nonDurableOptions = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

const withClient = async (host: string, database: string, work: (client: pg.Client) => Promise<unknown>) => {
  const client = new pg.Client({ host, user: 'parvis', database })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

const makeTemplate = async (host: string, name: TemplateName, media: string) => {
  await withClient(host, 'postgres', client => client.query(`create database ${templates[name]}`))
  const db = openDb({ connection: { host, user: 'parvis', database: templates[name] } })
  await migrate(db)
  await (await openJobs(db, allJobs)).stop()
  await addMarkerTown(db)
  if (name === 'demo') {
    mkdirSync(imageCacheFolder, { recursive: true })
    await fillDemoWorld({
      db,
      storage: createDiskStorage(media),
      secretBox: testSecretBox,
      cacheFolder: imageCacheFolder,
    })
    // The demo password is hashed at a low cost, because tests log in with it hundreds of times.
    const password = await hashCheaply(DEMO_PASSWORD)
    await db.updateTable('accounts').set({ password_hash: password }).where('password_hash', 'is not', null).execute()
    await sql`analyze`.execute(db)
  }
  await db.destroy()
}

const MEMORY_FOLDER = '/dev/shm'
const MEMORY_NEEDED_BYTES = 4 * 1024 ** 3

/**
 * Returns the folder for temporary data: in memory if /dev/shm has enough space and allows execution, because cloning a
 * database takes 0.03 s there and 0.06 to 0.7 s on a disk.
 */
export const fastTempFolder = () => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    const mount = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .find(line => line.split(' ')[1] === MEMORY_FOLDER)
    return mount && !mount.includes('noexec') && bavail * bsize >= MEMORY_NEEDED_BYTES ? MEMORY_FOLDER : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Starts a PostgreSQL with both template databases in a temporary folder that `stop` removes. */
export const startTestCluster = async () => {
  const folder = mkdtempSync(join(fastTempFolder(), 'parvis-test-'))
  // When started by root, PostgreSQL runs as "nobody", who must be able to enter the folder. Otherwise the database
  // would be stored outside the folder, and `stop` would not remove it.
  chmodSync(folder, 0o711)
  const media = join(folder, 'media')
  const postgres = await startEmbeddedPostgres(folder, () => {}, nonDurableOptions)
  const { host } = postgres.connection
  await makeTemplate(host, 'empty', media)
  await makeTemplate(host, 'demo', media)
  return {
    env: { [clusterVariables.host]: host, [clusterVariables.media]: media },
    async stop() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let databaseCount = 0

export const cloneDatabase = async (template: TemplateName) => {
  const host = process.env[clusterVariables.host]
  if (!host) throw new Error('There is no test database: run the tests with "npm test" (a file or a name may follow).')
  // Each thread of a process has its own counter, so the name contains the thread id.
  const database = `test_${process.pid}_${threadId}_${++databaseCount}`
  await withClient(host, 'postgres', client =>
    client.query(`create database ${database} template ${templates[template]} strategy file_copy`),
  )
  return {
    connection: { host, user: 'parvis', database },
    media: process.env[clusterVariables.media]!,
    drop: () =>
      withClient(host, 'postgres', client => client.query(`drop database if exists ${database} with (force)`)),
  }
}
