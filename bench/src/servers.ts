import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
const START_TIMEOUT_MS = 60_000

export interface RunningServer {
  url: string
  pid: number
  /** Milliseconds from the start of the process to its first response. */
  startMs: number
  stop(): Promise<void>
}

const freePort = () =>
  new Promise<number>(done => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

const startProcess = async (
  args: string[],
  env: Record<string, string>,
  findUrl: (printed: string) => Promise<string | null>,
): Promise<RunningServer> => {
  const begin = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH!, ...env },
  })
  const exited = new Promise<void>(done => child.once('exit', () => done()))
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      printed += String(chunk)
    })
  for (let url = await findUrl(printed); ; url = await findUrl(printed)) {
    if (url) {
      const stop = async () => {
        child.kill('SIGTERM')
        await exited
      }
      return { url, pid: child.pid!, startMs: performance.now() - begin, stop }
    }
    if (child.exitCode !== null || performance.now() - begin > START_TIMEOUT_MS) {
      child.kill('SIGKILL')
      throw new Error(`${args.at(-1)} did not start:\n${printed}`)
    }
    await wait(4)
  }
}

/** The Node flags with which `npm start` runs the server. */
const serverFlags = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { config: { server: string } }
).config.server.split(' ')
const compileCacheDir = join(root, 'node_modules/.cache/compiled')

/** Starts the whole server with production settings and without the demo world. */
export const startParvis = async (env: Record<string, string>, nodeArgs: string[] = []): Promise<RunningServer> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  return startProcess(
    [...serverFlags, ...nodeArgs, join(root, 'apps/server/src/main.ts')],
    { NODE_ENV: 'production', DEMO: '0', PORT: String(port), NODE_COMPILE_CACHE: compileCacheDir, ...env },
    async () => {
      const answer = await fetch(`${url}/readyz`).catch(() => null)
      return answer?.ok ? url : null
    },
  )
}

export const startBareServer = (
  script: 'bare-chat.ts' | 'bare-feed.ts' | 'bare-realtime.ts' | 'plain-routes.ts',
  settingsFile: string,
): Promise<RunningServer> =>
  startProcess(
    [join(import.meta.dirname, script), settingsFile],
    {},
    async printed => /listening (\S+)/.exec(printed)?.[1] ?? null,
  )

/** Resident memory of a process in MB; null outside of Linux. */
export const memoryMb = (pid: number): number | null => {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
  } catch {
    return null
  }
}

/** CPU time that a process has used, with `children` also its ended child processes, in ms; null without /proc. */
export const cpuMs = (pid: number, { children = false } = {}): number | null => {
  try {
    // The fields after the process name: user and system time in hundredths of a second, then those of ended children.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number)
    const used = fields[11]! + fields[12]! + (children ? fields[13]! + fields[14]! : 0)
    return used * 10
  } catch {
    return null
  }
}

/** Checks the executable too, because the bare servers also have a file of this folder among their arguments. */
const isPostmasterOf = (pid: string, dataDir: string): boolean => {
  try {
    const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return basename(argv[0]!) === 'postgres' && argv.some(word => word.startsWith(dataDir))
  } catch {
    return false
  }
}

const parentOf = (pid: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]
  } catch {
    return undefined
  }
}

const databaseProcesses = (dataDir: string): { pid: number; isPostmaster: boolean }[] => {
  const folder = realpathSync(dataDir)
  const processes = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  const postmasters = new Set(processes.filter(pid => isPostmasterOf(pid, folder)))
  return processes
    .filter(pid => postmasters.has(pid) || postmasters.has(parentOf(pid) ?? ''))
    .map(pid => ({ pid: Number(pid), isPostmaster: postmasters.has(pid) }))
}

/**
 * CPU time of the PostgreSQL server with this data folder, all its processes, in ms; null without /proc. Throws if it
 * finds no such process, or if the measured server were counted too.
 */
export const databaseCpuMs = (dataDir: string, serverPid: number): number | null => {
  if (!existsSync('/proc/self/stat')) return null
  const all = databaseProcesses(dataDir)
  if (all.length === 0 || all.some(({ pid }) => pid === serverPid))
    throw new Error('The processes of PostgreSQL cannot be told apart from others.')
  return all.reduce((sum, { pid, isPostmaster }) => sum + (cpuMs(pid, { children: isPostmaster }) ?? 0), 0)
}
