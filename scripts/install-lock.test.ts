// Concurrent starts in a folder without installed packages: one installs, the others wait for it.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string
let lock: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parvis-install-'))
  lock = join(folder, '.parvis-installing')
  writeFileSync(join(folder, 'package-lock.json'), '{}')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Runs `ensureInstalled` in a process with a stub of npm, which empties the folder, takes some time and logs its begin
 * and end.
 */
const startInstall = (outcome: 'installs' | 'fails' = 'installs') => {
  const script = `
    import { appendFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
    import { ensureInstalled } from ${JSON.stringify(join(import.meta.dirname, 'bootstrap.mjs'))}
    const [folder, log] = [${JSON.stringify(folder)}, ${JSON.stringify(join(folder, 'log'))}]
    ensureInstalled(folder, () => {
      appendFileSync(log, 'begin\\n')
      rmSync(folder + '/node_modules', { recursive: true, force: true })
      mkdirSync(folder + '/node_modules')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
      appendFileSync(log, 'end\\n')
      return ${outcome === 'installs'}
    })
    process.exit(existsSync(folder + '/node_modules/.parvis-installed') ? 0 : 3)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += String(chunk)
    })
  const ended = new Promise<{ code: number | null; output: string }>(done =>
    child.once('close', code => done({ code, output })),
  )
  return Object.assign(ended, { output: () => output })
}
const log = () => readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')

it('one of three concurrent starts installs the packages, and all three succeed', async () => {
  const all = await Promise.all([startInstall(), startInstall(), startInstall()])
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(log()).toEqual(['begin', 'end'])
  expect(all.filter(({ output }) => output.includes('Installing packages…'))).toHaveLength(1)
  expect(existsSync(lock)).toBe(false)
  // A later start finds the packages installed and does nothing.
  expect((await startInstall()).output).toBe('')
}, 60_000)

it('a failed installation is reported and does not block the next one', async () => {
  const [failed, other] = [startInstall('fails'), startInstall('fails')]
  for (const { code, output } of await Promise.all([failed, other])) {
    expect(code).toBe(1)
    expect(output).toContain('could not be installed')
  }
  // The installations run one after the other, never at the same time.
  expect(log()).toEqual(['begin', 'end', 'begin', 'end'])
  expect((await startInstall()).code).toBe(0)
}, 60_000)

it('a start takes over a lock whose process has ended, and an old lock without a process id', async () => {
  const dead = spawn(process.execPath, ['--eval', ''])
  await new Promise(done => dead.once('close', done))
  mkdirSync(lock)
  writeFileSync(join(lock, 'pid'), String(dead.pid))
  const both = await Promise.all([startInstall(), startInstall()])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(log()).toEqual(['begin', 'end'])
  rmSync(join(folder, 'node_modules'), { recursive: true })
  mkdirSync(lock)
  // The lock is so old that a living process would have written its pid.
  utimesSync(lock, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000))
  expect((await startInstall()).code).toBe(0)
}, 60_000)

it('a start waits while the process that holds the lock is alive', async () => {
  mkdirSync(lock)
  writeFileSync(join(lock, 'pid'), String(process.pid))
  const one = startInstall()
  await expect.poll(one.output, { timeout: 30_000 }).toContain('waiting for it (')
  expect(existsSync(join(folder, 'log'))).toBe(false)
  rmSync(lock, { recursive: true })
  const { code, output } = await one
  expect(code).toBe(0)
  expect(output).toContain('waiting for it (')
}, 60_000)
