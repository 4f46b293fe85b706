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
  for (const one of running) {
    one.child.kill('SIGTERM')
    await one.ended
  }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

/** Runs the command behind "npm start" on a database of its own. */
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
  let said = ''
  child.stdout.on('data', chunk => {
    said += String(chunk)
  })
  child.stderr.on('data', chunk => {
    said += String(chunk)
  })
  const ended = new Promise<number | null>(done =>
    child.once('exit', code => {
      running.delete(one)
      done(code)
    }),
  )
  const one = { child, ended, said: () => said, count: (words: string) => said.split(words).length - 1 }
  running.add(one)
  return one
}
/** The process id of the server that the command has started; Linux only. */
const serverOf = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').at(-1))
const lastUrl = (said: string) => [...said.matchAll(/ready: (\S+)/g)].at(-1)![1]!
const isUp = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

it.runIf(process.platform === 'linux')(
  'restarts a server that dies, and stops it on SIGTERM',
  async () => {
    const one = start()
    await expect.poll(() => one.count('ready:'), { timeout: 60_000 }).toBe(1)
    process.kill(serverOf(one.child.pid!), 'SIGKILL')
    await expect.poll(() => one.count('ready:'), { timeout: 60_000 }).toBe(2)
    expect(one.said()).toContain('The server died (exit code 137); it is started again.')
    const url = lastUrl(one.said())
    expect(await isUp(url)).toBe(true)
    const server = serverOf(one.child.pid!)
    one.child.kill('SIGTERM')
    expect(await one.ended).toBe(0)
    expect(await isUp(url)).toBe(false)
    expect(() => process.kill(server, 0)).toThrow()
  },
  150_000,
)

it('gives up with a clear message when the server dies repeatedly', async () => {
  const preload = join(folder, 'dies.mjs')
  writeFileSync(preload, "if (process.argv[1]?.endsWith('main.ts')) process.kill(process.pid, 'SIGKILL')")
  const one = start({ NODE_OPTIONS: `--import ${preload}` })
  expect(await one.ended).toBe(137)
  expect(one.count('it is started again')).toBe(2)
  expect(one.said()).toContain('The server died 3 times in a row within 30 s of its start and is not started again.')
}, 90_000)

it('reports an invalid setting once and does not restart', async () => {
  const one = start({ PORT: 'eighty' })
  expect(await one.ended).toBe(1)
  expect(one.said()).toContain('PORT must be a number')
  expect([one.count('could not start'), one.count('started again')]).toEqual([1, 0])
}, 60_000)
