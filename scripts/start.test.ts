import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { cloneDatabase } from '../apps/server/src/testing/cluster.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'parvis-start-'))
let database: Awaited<ReturnType<typeof cloneDatabase>>
const running = new Set<ReturnType<typeof start>>()

beforeAll(async () => {
  database = await cloneDatabase('empty')
})
afterEach(async () => {
  for (const command of running) {
    command.child.kill('SIGTERM')
    await command.ended
  }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

/** Runs the script of `npm start` on the database of this test file. */
const start = (env: Record<string, string> = {}) => {
  const { host, user, database: name } = database.connection
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATA_DIR: folder,
      PARVIS_WEB: 'none',
      DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`,
      ...env,
    },
  })
  let output = ''
  child.stdout.on('data', chunk => {
    output += String(chunk)
  })
  child.stderr.on('data', chunk => {
    output += String(chunk)
  })
  const ended = new Promise<number | null>(done =>
    child.once('exit', code => {
      running.delete(command)
      done(code)
    }),
  )
  const command = { child, ended, output: () => output, count: (words: string) => output.split(words).length - 1 }
  running.add(command)
  return command
}
/** The process id of the server that the command has started; Linux only. */
const serverPidOf = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').at(-1))
const lastUrl = (output: string) => [...output.matchAll(/ready: (\S+)/g)].at(-1)![1]!
const isUp = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

it.runIf(process.platform === 'linux')(
  'npm start restarts a server that was killed, and stops the server on SIGTERM',
  async () => {
    const command = start()
    await expect.poll(() => command.count('ready:'), { timeout: 60_000 }).toBe(1)
    process.kill(serverPidOf(command.child.pid!), 'SIGKILL')
    await expect.poll(() => command.count('ready:'), { timeout: 60_000 }).toBe(2)
    expect(command.output()).toContain('The server died (exit code 137); it is started again.')
    const url = lastUrl(command.output())
    expect(await isUp(url)).toBe(true)
    const server = serverPidOf(command.child.pid!)
    command.child.kill('SIGTERM')
    expect(await command.ended).toBe(0)
    expect(await isUp(url)).toBe(false)
    expect(() => process.kill(server, 0)).toThrow()
  },
  150_000,
)

it('npm start gives up with a clear message when the server dies repeatedly', async () => {
  const preload = join(folder, 'dies.mjs')
  writeFileSync(preload, "if (process.argv[1]?.endsWith('main.ts')) process.kill(process.pid, 'SIGKILL')")
  const command = start({ NODE_OPTIONS: `--import ${preload}` })
  expect(await command.ended).toBe(137)
  expect(command.count('it is started again')).toBe(2)
  expect(command.output()).toContain(
    'The server died 3 times in a row within 30 s of its start and is not started again.',
  )
}, 90_000)

it('npm start reports an invalid setting once and does not restart', async () => {
  const command = start({ PORT: 'eighty' })
  expect(await command.ended).toBe(1)
  expect(command.output()).toContain('PORT must be a number')
  expect([command.count('could not start'), command.count('started again')]).toEqual([1, 0])
}, 60_000)
