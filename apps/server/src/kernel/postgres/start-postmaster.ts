import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type ClusterPaths, setOwner, writeAccessRules } from './postgres-folder.ts'
import {
  waitForExit,
  isProcessAlive,
  isPostmasterUnreachable,
  removeStalePidFile,
  findRunningPostmaster,
  signalProcess,
} from './postmaster.ts'
import { acquireFolderOwnership, hasCurrentAccessRules, isAnswering } from './postmaster-connection.ts'

const READY_TIMEOUT_MS = 60_000
/** A server that was just killed releases its lock on the folder within this time. */
export const OWNER_EXIT_MS = 5000

/** A postmaster that answers queries; `wasRunning` when a killed server had left it running. */
export interface StartedPostmaster {
  pid: number
  socket: string
  exited: Promise<void>
  wasRunning: boolean
}

const adoptPostmaster = async (paths: ClusterPaths, deadline: number): Promise<StartedPostmaster | null> => {
  const left = findRunningPostmaster(paths.data)
  if (!left) return null
  while (Date.now() < deadline && isProcessAlive(left.pid)) {
    const isUp = await isAnswering(left.socket)
    if (isUp && (await hasCurrentAccessRules(left.socket, paths))) {
      paths.socket = left.socket
      return { ...left, exited: waitForExit(left.pid), wasRunning: true }
    }
    // An unusable postmaster is stopped, so that the caller starts a new one. Throws if another server owns it.
    if (isUp) await acquireFolderOwnership(left.socket, true, OWNER_EXIT_MS).then(owner => owner.end())
    if (isUp || isPostmasterUnreachable(paths.data, left.pid)) signalProcess(left.pid, 'SIGINT')
    await wait(100)
  }
  return null
}

const serverArguments = ({ data, socket, accessFile, home }: ClusterPaths, settings: Record<string, string>) => [
  '-D',
  data,
  '-k',
  socket,
  '-c',
  'listen_addresses=',
  '-c',
  'unix_socket_permissions=0700',
  '-c',
  'timezone=UTC',
  '-c',
  `hba_file=${accessFile}`,
  '-c',
  `ident_file=${join(home, 'pg_ident.conf')}`,
  '-c',
  'jit=off',
  '-c',
  'max_parallel_workers_per_gather=0',
  '-c',
  // The server logs failed statements itself; their data would accumulate in this log, which is not rotated.
  'log_min_messages=log',
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

interface SpawnedPostmaster {
  child: ChildProcess
  exited: Promise<void>
  /** Why the postmaster ended or was not started; empty while it runs. */
  failure: string
  isKilled: boolean
}

const spawnPostmaster = (paths: ClusterPaths, settings: Record<string, string>): SpawnedPostmaster => {
  const log = fs.openSync(join(paths.home, 'postgres.log'), 'w')
  const child = spawn(join(paths.binaries, 'bin/postgres'), serverArguments(paths, settings), {
    ...paths.owner,
    cwd: paths.home,
    stdio: ['ignore', log, log],
    detached: true,
  })
  fs.closeSync(log)
  const { promise: exited, resolve: done } = Promise.withResolvers<void>()
  const spawned: SpawnedPostmaster = { child, exited, failure: '', isKilled: false }
  child.once('error', error => {
    spawned.failure = error.message
    done()
  })
  child.once('exit', (code, signal) => {
    spawned.isKilled = signal !== null
    spawned.failure ||= spawned.isKilled ? `it was ended by ${signal}` : `it ended with code ${code}`
    done()
  })
  child.unref()
  return spawned
}

const startError = ({ home }: ClusterPaths, { failure, isKilled }: SpawnedPostmaster): Error => {
  const logTail = fs.readFileSync(join(home, 'postgres.log'), 'utf8').slice(-2000)
  const error = new Error(`PostgreSQL did not start: ${failure || 'it does not answer'}\n${logTail}`)
  // PostgreSQL was killed from outside: the error is reported as a lost connection, so that the start is retried.
  return isKilled ? Object.assign(error, { code: 'ECONNREFUSED' }) : error
}

/** Starts the postmaster, or takes over the one that a killed server left running; resolves when it answers. */
export const startPostmaster = async (
  paths: ClusterPaths,
  settings: Record<string, string>,
): Promise<StartedPostmaster> => {
  writeAccessRules(paths)
  const deadline = Date.now() + READY_TIMEOUT_MS
  const adopted = await adoptPostmaster(paths, deadline)
  if (adopted) return adopted
  await removeStalePidFile(paths.data, deadline)
  fs.rmSync(paths.socket, { recursive: true, force: true })
  fs.mkdirSync(paths.socket, { mode: 0o700 })
  setOwner(paths.socket, paths.owner)
  const spawned = spawnPostmaster(paths, settings)
  const { child, exited } = spawned
  while (Date.now() < deadline && !spawned.failure) {
    if (await isAnswering(paths.socket)) return { pid: child.pid!, socket: paths.socket, exited, wasRunning: false }
    await wait(20)
  }
  if (child.pid && !spawned.failure) process.kill(child.pid, 'SIGQUIT')
  throw startError(paths, spawned)
}
