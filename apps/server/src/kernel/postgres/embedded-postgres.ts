import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import {
  choosePlaces,
  copyBinaries,
  findBinaries,
  forgetOldBinaries,
  give,
  keeperOf,
  makeCluster,
  type Places,
  writeAccess,
} from './postgres-folder.ts'
import { makeDataFolder } from '../data-folder.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { exitOf, forgetDead, isAlive, runningPostmaster } from './postmaster.ts'

const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 2_500
/** A PostgreSQL that does not answer one short question in this time is asked anew. */
const ANSWER_TIMEOUT_MS = 2000
/** So long a PostgreSQL that was found running may be without an owner who is only coming back to it. */
const OWNER_RETURNS_MS = 1000
/** Who is there for longer is no server that was just killed. */
const OWNER_LEAVES_MS = 5000
/** How often it is looked whether PostgreSQL can still be reached. */
const REACH_CHECK_MS = 500
/** So long one that nobody can reach may take to stop cleanly. */
const CLEAN_STOP_MS = 10_000

export interface EmbeddedPostgres {
  connection: { host: string; user: string; database: string }
  /** Stops PostgreSQL cleanly; what was committed is on disk in any case. */
  stop(): Promise<void>
}

/** Asks PostgreSQL over a connection of its own; throws when it does not answer in time. */
const ask = async <T extends pg.QueryResultRow>(socket: string, question: string): Promise<T | undefined> => {
  const client = new pg.Client({
    host: socket,
    user: 'parvis',
    database: 'postgres',
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<T>(question)).rows[0]
  } finally {
    // one that has fallen silent does not say goodbye
    void client.end().catch(() => {})
  }
}
const answers = (socket: string) =>
  ask(socket, 'select 1').then(
    () => true,
    () => false,
  )

/** Whether a PostgreSQL that was found running lets in whom this version lets in. */
const admitsAsWeDo = (socket: string, { access }: Places) =>
  ask<{ file: string }>(socket, `select current_setting('hba_file') as file`).then(
    row => row?.file === access,
    () => false,
  )

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch {
    // gone already
  }
}

const SOCKET = '.s.PGSQL.5432'

/**
 * Whether a postmaster lives and will never take anybody again: asked to stop once all have gone, which its own server
 * never does, or its socket swept away with the temporary folder.
 */
const isOutOfReach = ({ data }: Places, pid: number): boolean => {
  const at = runningPostmaster(data)
  return at?.pid === pid && (at.isStopping || (at.socket !== '' && !fs.existsSync(join(at.socket, SOCKET))))
}

const stopped = async (pid: number, within: number): Promise<boolean> => {
  for (const deadline = Date.now() + within; Date.now() < deadline; await wait(20)) if (!isAlive(pid)) return true
  return false
}

/** Starts the postmaster, or takes over the one that a killed server left; resolves when it answers. */
const bringUp = async (
  places: Places,
  settings: Record<string, string>,
): Promise<{ pid: number; socket: string; exited: Promise<void>; found: boolean }> => {
  writeAccess(places)
  const deadline = Date.now() + READY_TIMEOUT_MS
  const left = runningPostmaster(places.data)
  if (left) {
    while (Date.now() < deadline && isAlive(left.pid)) {
      const there = await answers(left.socket)
      if (there && (await admitsAsWeDo(left.socket, places))) {
        places.socket = left.socket
        return { ...left, exited: exitOf(left.pid), found: true }
      }
      // One of a version that let in others is started anew, if it is nobody's; so is one that takes nobody.
      if (there) await takeOwnership(left.socket, true, OWNER_LEAVES_MS).then(owner => owner.end())
      if (there || isOutOfReach(places, left.pid)) signal(left.pid, 'SIGINT')
      await wait(100)
    }
  }
  await forgetDead(places.data, deadline)
  fs.rmSync(places.socket, { recursive: true, force: true })
  fs.mkdirSync(places.socket, { mode: 0o700 })
  give(places.socket, places.owner)
  const log = fs.openSync(join(places.home, 'postgres.log'), 'w')
  let failure = ''
  let isKilled = false
  const child: ChildProcess = spawn(
    join(places.binaries, 'bin/postgres'),
    [
      '-D',
      places.data,
      '-k',
      places.socket,
      '-c',
      'listen_addresses=',
      '-c',
      'unix_socket_permissions=0700',
      '-c',
      'timezone=UTC',
      '-c',
      `hba_file=${places.access}`,
      '-c',
      `ident_file=${join(places.home, 'pg_ident.conf')}`,
      '-c',
      'jit=off',
      '-c',
      'max_parallel_workers_per_gather=0',
      '-c',
      // A failed statement is its caller's, who logs what is not expected: in this file refusals would grow without
      // end, with what was sent.
      'log_min_messages=log',
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...places.owner, cwd: places.home, stdio: ['ignore', log, log], detached: true },
  )
  fs.closeSync(log)
  const exited = new Promise<void>(done => {
    child.once('error', error => {
      failure = error.message
      done()
    })
    child.once('exit', (code, signal) => {
      isKilled = signal !== null
      failure ||= isKilled ? `it was ended by ${signal}` : `it ended with code ${code}`
      done()
    })
  })
  child.unref()
  while (Date.now() < deadline && !failure) {
    if (await answers(places.socket)) return { pid: child.pid!, socket: places.socket, exited, found: false }
    await wait(20)
  }
  if (child.pid && !failure) process.kill(child.pid, 'SIGQUIT')
  const told = fs.readFileSync(join(places.home, 'postgres.log'), 'utf8').slice(-2000)
  const error = new Error(`PostgreSQL did not start: ${failure || 'it does not answer'}\n${told}`)
  // Told as a lost connection is, so that the start is tried again: what was ended from outside is no fault of its own.
  throw isKilled ? Object.assign(error, { code: 'ECONNREFUSED' }) : error
}

/**
 * Says who owns the data folder by a lock that dies with its connection. `found`: PostgreSQL was running already, so
 * its owner may be about to take the lock back.
 */
const takeOwnership = async (socket: string, found: boolean, mostMs: number): Promise<pg.Client> => {
  if (found) await wait(OWNER_RETURNS_MS)
  const client = new pg.Client({
    host: socket,
    user: 'parvis',
    database: 'postgres',
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  })
  client.on('error', () => {})
  await client.connect()
  // A server that was just killed may hold it for a moment longer.
  for (const deadline = Date.now() + mostMs; Date.now() < deadline; await wait(100)) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      advisoryLocks.dataFolder,
    ])
    if (rows[0]?.mine) return client
  }
  void client.end().catch(() => {})
  throw new Error(
    'Another Parvis server is already using this data folder. Stop it first, or set DATA_DIR to another folder.',
  )
}

/** The PostgreSQL that a server runs in this data folder at this moment; null where none answers. */
export const findRunningPostgres = async (dataDir: string): Promise<EmbeddedPostgres['connection'] | null> => {
  const { version } = findBinaries()
  const at = fs.existsSync(dataDir) && runningPostmaster(choosePlaces(dataDir, version, () => {}).data)
  return at && (await answers(at.socket)) ? { host: at.socket, user: 'parvis', database: 'postgres' } : null
}

/**
 * Runs PostgreSQL 18 from the binaries that npm installed: on a unix socket only, fsync on, as `nobody` when started by
 * root. A postmaster that dies is started again; one that a killed server left behind is taken over. `settings` are
 * PostgreSQL's own, over ours, of a postmaster that is started here; another server is waited for `ownerLeavesMs`.
 */
export const startEmbeddedPostgres = async (
  dataDir: string,
  log: (line: string) => void,
  settings: Record<string, string> = {},
  ownerLeavesMs = OWNER_LEAVES_MS,
): Promise<EmbeddedPostgres> => {
  const { native, version } = findBinaries()
  makeDataFolder(dataDir)
  const places = choosePlaces(dataDir, version, log)
  fs.mkdirSync(places.home, { recursive: true, mode: 0o755 })
  give(places.home, keeperOf(places))
  copyBinaries(native, places.binaries)
  makeCluster(places)
  forgetOldBinaries(places)
  let running = await bringUp(places, settings)
  let stopping = false
  let ownership: pg.Client
  const own = async (found: boolean) => {
    ownership = await takeOwnership(running.socket, found, ownerLeavesMs)
    ownership.once('end', () => void ownAgain())
    if (stopping) void ownership.end().catch(() => {})
  }
  /** The connection that holds the lock may be lost as any other, alone or with PostgreSQL. */
  const ownAgain = async () => {
    while (!stopping) {
      try {
        return await own(false)
      } catch {
        await wait(100)
      }
    }
  }
  await own(running.found)

  const watch = async () => {
    for (;;) {
      await running.exited
      if (stopping) return
      log('PostgreSQL stopped unexpectedly; starting it again')
      for (let pause = 100; !stopping; pause = Math.min(pause * 2, 2000)) {
        try {
          running = await bringUp(places, settings)
          // asked to stop meanwhile: what came up for nothing goes
          if (stopping) return void process.kill(running.pid, 'SIGINT')
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

  /** A postmaster that nobody can reach would live for ever, and every call fail with it. */
  const keepWithinReach = async () => {
    while (!stopping) {
      await wait(REACH_CHECK_MS, undefined, { ref: false })
      const { pid } = running
      if (stopping || !isOutOfReach(places, pid)) continue
      log('PostgreSQL takes nobody any more; stopping it, to start it again')
      signal(pid, 'SIGINT')
      if (!(await stopped(pid, CLEAN_STOP_MS))) signal(pid, 'SIGQUIT')
      await stopped(pid, CLEAN_STOP_MS)
    }
  }
  void keepWithinReach()

  return {
    connection: { host: places.socket, user: 'parvis', database: 'postgres' },
    async stop() {
      stopping = true
      // one that broke off may never say that it has ended
      await Promise.race([ownership.end().catch(() => {}), wait(500)])
      const { pid } = running
      signal(pid, 'SIGINT')
      if (!(await stopped(pid, STOP_TIMEOUT_MS))) {
        signal(pid, 'SIGQUIT')
        await stopped(pid, 500)
      }
      fs.rmSync(places.socket, { recursive: true, force: true })
    },
  }
}
