import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { findRunningPostmaster } from '../kernel/postgres/postmaster.ts'

const dataFolderOf = (folder: string) => join(folder, 'postgres/data')

/** Returns the postmaster of the server's data folder; throws when none is running. */
export const getPostmaster = (folder: string): { pid: number; socket: string } => {
  const found = findRunningPostmaster(dataFolderOf(folder))
  if (!found) throw new Error(`no PostgreSQL runs in ${folder}`)
  return found
}

const processTreeOf = (folder: string): number[] => {
  const { pid } = getPostmaster(folder)
  const children = fs.readdirSync('/proc').filter(name => {
    try {
      return (
        /^\d+$/.test(name) && Number(/\) \S (\d+)/.exec(fs.readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]) === pid
      )
    } catch {
      return false
    }
  })
  return [pid, ...children.map(Number)]
}

const sendSignal = (pids: readonly number[], name: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {}
  }
}

const withSuperuserClient = async <T>(folder: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ host: getPostmaster(folder).socket, user: 'parvis', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

const terminateAll = (folder: string) =>
  withSuperuserClient(folder, client =>
    client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    ),
  )

const waitForNewPostmaster = async (folder: string, before: number) => {
  while ((findRunningPostmaster(dataFolderOf(folder))?.pid ?? before) === before) await wait(20)
}

/**
 * Ways to lose the database, after which the server must recover by itself. Each resolves once the loss is complete.
 */
export const databaseLosses: Record<string, (folder: string) => Promise<void>> = {
  'process tree killed': async folder => {
    const [postmaster = 0, ...others] = processTreeOf(folder)
    sendSignal([postmaster, ...others], 'SIGKILL')
    await waitForNewPostmaster(folder, postmaster)
  },
  'postmaster killed': async folder => {
    const { pid } = getPostmaster(folder)
    sendSignal([pid], 'SIGKILL')
    await waitForNewPostmaster(folder, pid)
  },
  'busy connection killed': async folder => {
    const busy = await withSuperuserClient(folder, async client => {
      for (;;) {
        const { rows } = await client.query<{ pid: number }>(`select pid from pg_stat_activity
          where backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle' limit 1`)
        if (rows[0]) return rows[0].pid
      }
    })
    sendSignal([busy], 'SIGKILL')
  },
  'all connections terminated twice': async folder => {
    await terminateAll(folder)
    await wait(300)
    await terminateAll(folder)
  },
  'fast shutdown': async folder => {
    const { pid } = getPostmaster(folder)
    sendSignal([pid], 'SIGINT')
    await waitForNewPostmaster(folder, pid)
  },
  // In a smart shutdown PostgreSQL waits until its clients have disconnected.
  'smart shutdown': async folder => {
    const { pid } = getPostmaster(folder)
    sendSignal([pid], 'SIGTERM')
    await waitForNewPostmaster(folder, pid)
  },
  'socket deleted and connections lost': async folder => {
    const { pid, socket } = getPostmaster(folder)
    const [, ...others] = processTreeOf(folder)
    fs.rmSync(socket, { recursive: true, force: true })
    sendSignal(others, 'SIGTERM')
    await waitForNewPostmaster(folder, pid)
  },
}

/** Longer than the statement timeout of the server. */
const FREEZE_MS = 8000

export const freezePostgres = async (folder: string): Promise<void> => {
  const tree = processTreeOf(folder)
  sendSignal(tree, 'SIGSTOP')
  try {
    await wait(FREEZE_MS)
  } finally {
    sendSignal(tree, 'SIGCONT')
  }
}
