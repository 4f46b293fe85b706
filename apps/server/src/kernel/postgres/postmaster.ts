import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Dead, and waiting for its parent to notice: such a process still has its number. */
const isUnburied = (pid: number) => {
  try {
    return process.platform === 'linux' && /^\d+ \(.*\) Z/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Whether a process runs, whoever's it is. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !isUnburied(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Resolves when a process that is not our child has ended. */
export const exitOf = async (pid: number): Promise<void> => {
  while (isAlive(pid)) await new Promise<void>(done => setTimeout(done, 250).unref())
}

/** PostgreSQL's word for one that takes nobody any more. */
const STOPPING = 'stopping'

/**
 * The postmaster that the data folder names, if it still runs: its process, its socket folder, and whether it is on its
 * way out.
 */
export const runningPostmaster = (data: string): { pid: number; socket: string; isStopping: boolean } | null => {
  let lines: string[]
  try {
    lines = fs.readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Math.abs(Number(lines[0]))
  if (!pid || !isAlive(pid)) return null
  // After a reboot the number may be somebody else's.
  try {
    if (process.platform === 'linux' && !fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data)) return null
  } catch {
    return null
  }
  return { pid, socket: lines[4] ?? '', isStopping: lines[7]?.trim() === STOPPING }
}

/** A process of PostgreSQL as it names itself, or as it was called. */
const postgresName = /^postgres:|bin\/postgres\0/

/** The processes of PostgreSQL that work in a folder; each has it as its own. Linux alone tells. */
const workersIn = (folder: string): number[] =>
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

/** After so long what a dead postmaster left is asked to go, and after as long again made to. */
const ORPHANS_MS = 1000

/**
 * PostgreSQL takes any process with the number in its file for the postmaster before it, also one that is dead and
 * unburied, or somebody else's after a reboot, and would not start. The file goes once nothing works in the folder any
 * more: what a killed postmaster left goes by itself, but not while it is busy or stopped. `deadline`: a time of
 * `Date.now()`.
 */
export const forgetDead = async (data: string, deadline: number): Promise<void> => {
  const file = join(data, 'postmaster.pid')
  if (process.platform !== 'linux' || !fs.existsSync(file) || runningPostmaster(data)) return
  const folder = fs.realpathSync(data)
  const began = Date.now()
  for (let left = workersIn(folder); left.length > 0 && Date.now() < deadline; left = workersIn(folder)) {
    const waited = Date.now() - began
    for (const pid of left) {
      try {
        if (waited > ORPHANS_MS) process.kill(pid, waited > 2 * ORPHANS_MS ? 'SIGKILL' : 'SIGQUIT')
      } catch {
        // gone meanwhile
      }
    }
    await wait(50)
  }
  if (workersIn(folder).length === 0) fs.rmSync(file, { force: true })
}
