import fs from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import {
  chooseClusterPaths,
  copyBinaries,
  findBinaries,
  removeOldBinaries,
  setOwner,
  folderOwnerOf,
  createCluster,
  type ClusterPaths,
} from './postgres-folder.ts'
import { makeDataFolder } from '../data-folder.ts'
import { exitsWithin, isPostmasterUnreachable, findRunningPostmaster, signalProcess } from './postmaster.ts'
import { acquireFolderOwnership, isAnswering } from './postmaster-connection.ts'
import { OWNER_EXIT_MS, type StartedPostmaster, startPostmaster } from './start-postmaster.ts'

const STOP_TIMEOUT_MS = 2_500
const REACH_CHECK_MS = 500
const CLEAN_STOP_MS = 10_000

export interface EmbeddedPostgres {
  connection: { host: string; user: string; database: string }
  stop(): Promise<void>
}

/** Returns the connection to the PostgreSQL that runs in this data folder; null when none answers. */
export const findRunningPostgres = async (dataDir: string): Promise<EmbeddedPostgres['connection'] | null> => {
  const { version } = findBinaries()
  const at = fs.existsSync(dataDir) && findRunningPostmaster(chooseClusterPaths(dataDir, version, () => {}).data)
  return at && (await isAnswering(at.socket)) ? { host: at.socket, user: 'parvis', database: 'postgres' } : null
}

const prepareCluster = (dataDir: string, log: (line: string) => void): ClusterPaths => {
  const { native, version } = findBinaries()
  makeDataFolder(dataDir)
  const paths = chooseClusterPaths(dataDir, version, log)
  fs.mkdirSync(paths.home, { recursive: true, mode: 0o755 })
  setOwner(paths.home, folderOwnerOf(paths))
  copyBinaries(native, paths.binaries)
  createCluster(paths)
  removeOldBinaries(paths)
  return paths
}

interface SupervisedPostgres {
  paths: ClusterPaths
  settings: Record<string, string>
  ownerExitMs: number
  log(line: string): void
  running: StartedPostmaster
  /** The connection that holds the lock on the data folder. */
  ownership: pg.Client
  isStopping: boolean
}

const reacquireWhenLost = (postgres: SupervisedPostgres) =>
  postgres.ownership.once('end', () => void reacquireOwnership(postgres))

const reacquireOwnership = async (postgres: SupervisedPostgres): Promise<void> => {
  while (!postgres.isStopping) {
    try {
      postgres.ownership = await acquireFolderOwnership(postgres.running.socket, false, postgres.ownerExitMs)
      reacquireWhenLost(postgres)
      if (postgres.isStopping) void postgres.ownership.end().catch(() => {})
      return
    } catch {
      await wait(100)
    }
  }
}

const restartWhenStopped = async (postgres: SupervisedPostgres): Promise<void> => {
  const { paths, settings, log } = postgres
  for (;;) {
    await postgres.running.exited
    if (postgres.isStopping) return
    log('PostgreSQL stopped unexpectedly; starting it again')
    for (let pause = 100; !postgres.isStopping; pause = Math.min(pause * 2, 2000)) {
      try {
        postgres.running = await startPostmaster(paths, settings)
        if (postgres.isStopping) return void process.kill(postgres.running.pid, 'SIGINT')
        log('PostgreSQL is back')
        break
      } catch (error) {
        log(`${(error as Error).message}`)
        await wait(pause)
      }
    }
  }
}

/** Until `isStopping`, stops each postmaster that accepts no connections; `restartWhenStopped` starts it again. */
const stopWhenUnreachable = async (postgres: SupervisedPostgres): Promise<void> => {
  while (!postgres.isStopping) {
    await wait(REACH_CHECK_MS, undefined, { ref: false })
    const { pid } = postgres.running
    if (postgres.isStopping || !isPostmasterUnreachable(postgres.paths.data, pid)) continue
    postgres.log('PostgreSQL takes nobody any more; stopping it, to start it again')
    signalProcess(pid, 'SIGINT')
    if (!(await exitsWithin(pid, CLEAN_STOP_MS))) signalProcess(pid, 'SIGQUIT')
    await exitsWithin(pid, CLEAN_STOP_MS)
  }
}

const stopPostgres = async (postgres: SupervisedPostgres): Promise<void> => {
  postgres.isStopping = true
  // A broken connection may never report its end.
  await Promise.race([postgres.ownership.end().catch(() => {}), wait(500)])
  const { pid } = postgres.running
  signalProcess(pid, 'SIGINT')
  if (!(await exitsWithin(pid, STOP_TIMEOUT_MS))) {
    signalProcess(pid, 'SIGQUIT')
    await exitsWithin(pid, 500)
  }
  fs.rmSync(postgres.paths.socket, { recursive: true, force: true })
}

/**
 * Starts PostgreSQL 18 with binaries from npm on a unix socket, and restarts it if it stops unexpectedly. Under root it
 * runs as `nobody`. A PostgreSQL that a killed server left running is taken over.
 */
export const startEmbeddedPostgres = async (
  dataDir: string,
  log: (line: string) => void,
  settings: Record<string, string> = {},
  ownerExitMs = OWNER_EXIT_MS,
): Promise<EmbeddedPostgres> => {
  const paths = prepareCluster(dataDir, log)
  const running = await startPostmaster(paths, settings)
  const ownership = await acquireFolderOwnership(running.socket, running.wasRunning, ownerExitMs)
  const postgres = { paths, settings, ownerExitMs, log, running, ownership, isStopping: false }
  reacquireWhenLost(postgres)
  void restartWhenStopped(postgres)
  void stopWhenUnreachable(postgres)
  return {
    connection: { host: paths.socket, user: 'parvis', database: 'postgres' },
    stop: () => stopPostgres(postgres),
  }
}
