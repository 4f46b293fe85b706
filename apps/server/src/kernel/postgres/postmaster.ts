import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const isZombie = (pid: number) => {
  try {
    return process.platform === 'linux' && /^\d+ \(.*\) Z/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

export const isProcessAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export const waitForExit = async (pid: number): Promise<void> => {
  while (isProcessAlive(pid)) await new Promise<void>(done => setTimeout(done, 250).unref())
}

export const signalProcess = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}

/** Waits up to `timeoutMs` for the end of a process; false when it still runs. */
export const exitsWithin = async (pid: number, timeoutMs: number): Promise<boolean> => {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await wait(20))
    if (!isProcessAlive(pid)) return true
  return false
}

const STOPPING = 'stopping'

/** The running postmaster of a data folder with pid, socket folder and shutdown state; null when none runs. */
export const findRunningPostmaster = (data: string): { pid: number; socket: string; isStopping: boolean } | null => {
  try {
    const lines = fs.readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Math.abs(Number(lines[0]))
    if (!pid || !isProcessAlive(pid)) return null
    // After a reboot the pid may belong to another process.
    if (process.platform === 'linux' && !fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data)) return null
    return { pid, socket: lines[4] ?? '', isStopping: lines[7]?.trim() === STOPPING }
  } catch {
    return null
  }
}

const SOCKET = '.s.PGSQL.5432'

/** Whether a living postmaster accepts no connections: it is shutting down, or its socket folder was removed. */
export const isPostmasterUnreachable = (data: string, pid: number): boolean => {
  const at = findRunningPostmaster(data)
  return at?.pid === pid && (at.isStopping || (at.socket !== '' && !fs.existsSync(join(at.socket, SOCKET))))
}

const postgresName = /^postgres:|bin\/postgres\0/

/** Returns the PostgreSQL processes whose working directory is `folder`. Linux only. */
const postgresProcessesIn = (folder: string): number[] =>
  fs
    .readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        return (
          fs.readlinkSync(`/proc/${pid}/cwd`) === folder &&
          postgresName.test(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
        )
      } catch {
        return false
      }
    })

/** Processes left by a dead postmaster are sent SIGQUIT after this time, and SIGKILL after twice this time. */
const ORPHAN_GRACE_MS = 1000

/**
 * Waits until `deadline` (in `Date.now()` time) for the processes that a dead postmaster left, and ends them. Removes
 * the stale `postmaster.pid` once none of these processes is left.
 */
export const removeStalePidFile = async (data: string, deadline: number): Promise<void> => {
  const file = join(data, 'postmaster.pid')
  if (process.platform !== 'linux' || !fs.existsSync(file) || findRunningPostmaster(data)) return
  const folder = fs.realpathSync(data)
  const began = Date.now()
  for (
    let orphans = postgresProcessesIn(folder);
    orphans.length > 0 && Date.now() < deadline;
    orphans = postgresProcessesIn(folder)
  ) {
    const waited = Date.now() - began
    for (const pid of orphans) {
      if (waited > ORPHAN_GRACE_MS) signalProcess(pid, waited > 2 * ORPHAN_GRACE_MS ? 'SIGKILL' : 'SIGQUIT')
    }
    await wait(50)
  }
  if (postgresProcessesIn(folder).length === 0) fs.rmSync(file, { force: true })
}
