import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import {
  choosePaths,
  copyBinaries,
  findBinaries,
  removeOldBinaries,
  setOwner,
  folderOwnerOf,
  createCluster,
  type ClusterPaths,
  writeAccess,
} from './postgres-folder.ts'
import { makeDataFolder } from '../data-folder.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { exitOf, removeStalePidFile, isAlive, runningPostmaster } from './postmaster.ts'

const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 2_500
const ANSWER_TIMEOUT_MS = 2000
const OWNER_RECONNECT_MS = 1000
/** A server that was just killed releases its lock on the folder within this time. */
const OWNER_EXIT_MS = 5000
const REACH_CHECK_MS = 500
const CLEAN_STOP_MS = 10_000

export interface EmbeddedPostgres {
  connection: { host: string; user: string; database: string }
  stop(): Promise<void>
}

const queryOnce = async <T extends pg.QueryResultRow>(socket: string, question: string): Promise<T | undefined> => {
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
    // Not awaited, because an unresponsive PostgreSQL does not confirm.
    void client.end().catch(() => {})
  }
}
const isAnswering = (socket: string) =>
  queryOnce(socket, 'select 1').then(
    () => true,
    () => false,
  )

const hasCurrentAccess = (socket: string, { access }: ClusterPaths) =>
  queryOnce<{ file: string }>(socket, `select current_setting('hba_file') as file`).then(
    row => row?.file === access,
    () => false,
  )

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}

const SOCKET = '.s.PGSQL.5432'

/** Whether a living postmaster accepts no connections: it is shutting down, or its socket folder was removed. */
const isUnreachable = ({ data }: ClusterPaths, pid: number): boolean => {
  const at = runningPostmaster(data)
  return at?.pid === pid && (at.isStopping || (at.socket !== '' && !fs.existsSync(join(at.socket, SOCKET))))
}

const exitsWithin = async (pid: number, within: number): Promise<boolean> => {
  for (const deadline = Date.now() + within; Date.now() < deadline; await wait(20)) if (!isAlive(pid)) return true
  return false
}

/** Starts the postmaster, or takes over the one that a killed server left running; resolves when it answers. */
const startPostmaster = async (
  paths: ClusterPaths,
  settings: Record<string, string>,
): Promise<{ pid: number; socket: string; exited: Promise<void>; wasRunning: boolean }> => {
  writeAccess(paths)
  const deadline = Date.now() + READY_TIMEOUT_MS
  const left = runningPostmaster(paths.data)
  if (left) {
    while (Date.now() < deadline && isAlive(left.pid)) {
      const isUp = await isAnswering(left.socket)
      if (isUp && (await hasCurrentAccess(left.socket, paths))) {
        paths.socket = left.socket
        return { ...left, exited: exitOf(left.pid), wasRunning: true }
      }
      // A postmaster with other access rules is restarted if no server owns it, or if it accepts no connections.
      if (isUp) await acquireOwnership(left.socket, true, OWNER_EXIT_MS).then(owner => owner.end())
      if (isUp || isUnreachable(paths, left.pid)) signal(left.pid, 'SIGINT')
      await wait(100)
    }
  }
  await removeStalePidFile(paths.data, deadline)
  fs.rmSync(paths.socket, { recursive: true, force: true })
  fs.mkdirSync(paths.socket, { mode: 0o700 })
  setOwner(paths.socket, paths.owner)
  const log = fs.openSync(join(paths.home, 'postgres.log'), 'w')
  let failure = ''
  let isKilled = false
  const child: ChildProcess = spawn(
    join(paths.binaries, 'bin/postgres'),
    [
      '-D',
      paths.data,
      '-k',
      paths.socket,
      '-c',
      'listen_addresses=',
      '-c',
      'unix_socket_permissions=0700',
      '-c',
      'timezone=UTC',
      '-c',
      `hba_file=${paths.access}`,
      '-c',
      `ident_file=${join(paths.home, 'pg_ident.conf')}`,
      '-c',
      'jit=off',
      '-c',
      'max_parallel_workers_per_gather=0',
      '-c',
      // The server logs failed statements itself; in this log file, which is not rotated, their data would accumulate.
      'log_min_messages=log',
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...paths.owner, cwd: paths.home, stdio: ['ignore', log, log], detached: true },
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
    if (await isAnswering(paths.socket)) return { pid: child.pid!, socket: paths.socket, exited, wasRunning: false }
    await wait(20)
  }
  if (child.pid && !failure) process.kill(child.pid, 'SIGQUIT')
  const logTail = fs.readFileSync(join(paths.home, 'postgres.log'), 'utf8').slice(-2000)
  const error = new Error(`PostgreSQL did not start: ${failure || 'it does not answer'}\n${logTail}`)
  // PostgreSQL was killed from outside: the error is reported as a lost connection, so that the start is retried.
  throw isKilled ? Object.assign(error, { code: 'ECONNREFUSED' }) : error
}

/** Locks the data folder until the connection ends. `wasRunning`: the previous owner may be about to reconnect. */
const acquireOwnership = async (socket: string, wasRunning: boolean, timeoutMs: number): Promise<pg.Client> => {
  if (wasRunning) await wait(OWNER_RECONNECT_MS)
  const client = new pg.Client({
    host: socket,
    user: 'parvis',
    database: 'postgres',
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  })
  client.on('error', () => {})
  await client.connect()
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await wait(100)) {
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

/** Returns the connection to the PostgreSQL that runs in this data folder; null when none answers. */
export const findRunningPostgres = async (dataDir: string): Promise<EmbeddedPostgres['connection'] | null> => {
  const { version } = findBinaries()
  const at = fs.existsSync(dataDir) && runningPostmaster(choosePaths(dataDir, version, () => {}).data)
  return at && (await isAnswering(at.socket)) ? { host: at.socket, user: 'parvis', database: 'postgres' } : null
}

/** Runs PostgreSQL 18 from npm binaries on a unix socket, as `nobody` under root; adopts one left by a server. */
export const startEmbeddedPostgres = async (
  dataDir: string,
  log: (line: string) => void,
  settings: Record<string, string> = {},
  ownerExitMs = OWNER_EXIT_MS,
): Promise<EmbeddedPostgres> => {
  const { native, version } = findBinaries()
  makeDataFolder(dataDir)
  const paths = choosePaths(dataDir, version, log)
  fs.mkdirSync(paths.home, { recursive: true, mode: 0o755 })
  setOwner(paths.home, folderOwnerOf(paths))
  copyBinaries(native, paths.binaries)
  createCluster(paths)
  removeOldBinaries(paths)
  let running = await startPostmaster(paths, settings)
  let stopping = false
  let ownership: pg.Client
  const acquire = async (wasRunning: boolean) => {
    ownership = await acquireOwnership(running.socket, wasRunning, ownerExitMs)
    ownership.once('end', () => void reacquire())
    if (stopping) void ownership.end().catch(() => {})
  }
  const reacquire = async () => {
    while (!stopping) {
      try {
        return await acquire(false)
      } catch {
        await wait(100)
      }
    }
  }
  await acquire(running.wasRunning)

  const watch = async () => {
    for (;;) {
      await running.exited
      if (stopping) return
      log('PostgreSQL stopped unexpectedly; starting it again')
      for (let pause = 100; !stopping; pause = Math.min(pause * 2, 2000)) {
        try {
          running = await startPostmaster(paths, settings)
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

  /** Restarts a postmaster that accepts no connections, because every query would fail forever. */
  const restartWhenUnreachable = async () => {
    while (!stopping) {
      await wait(REACH_CHECK_MS, undefined, { ref: false })
      const { pid } = running
      if (stopping || !isUnreachable(paths, pid)) continue
      log('PostgreSQL takes nobody any more; stopping it, to start it again')
      signal(pid, 'SIGINT')
      if (!(await exitsWithin(pid, CLEAN_STOP_MS))) signal(pid, 'SIGQUIT')
      await exitsWithin(pid, CLEAN_STOP_MS)
    }
  }
  void restartWhenUnreachable()

  return {
    connection: { host: paths.socket, user: 'parvis', database: 'postgres' },
    async stop() {
      stopping = true
      // A broken connection may never report its end.
      await Promise.race([ownership.end().catch(() => {}), wait(500)])
      const { pid } = running
      signal(pid, 'SIGINT')
      if (!(await exitsWithin(pid, STOP_TIMEOUT_MS))) {
        signal(pid, 'SIGQUIT')
        await exitsWithin(pid, 500)
      }
      fs.rmSync(paths.socket, { recursive: true, force: true })
    },
  }
}
