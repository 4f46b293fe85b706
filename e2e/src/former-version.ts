import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './browser-server.ts'

/** The version from which upgrades are tested: nothing that it stored may be lost. */
export const FORMER_VERSION = '98f1327b'

// Node strips no types below node_modules/, so the version is installed elsewhere.
const folder = join(tmpdir(), `parvis-${FORMER_VERSION}`)

const run = (cwd: string, command: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${cwd}:\n${stdout}${stderr}`)
  return stdout
}

export const hasFormerVersion = (): boolean =>
  spawnSync('git', ['cat-file', '-e', `${FORMER_VERSION}^{commit}`], { cwd: root }).status === 0

/** Installs and builds that version once (two minutes). Returns its folder; throws a failed command with its output. */
export const prepareFormerVersion = (): string => {
  const ready = join(folder, '.ready')
  if (existsSync(ready)) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, 'sources.tar')
  run(root, 'git', ['archive', '--output', archive, FORMER_VERSION])
  run(folder, 'tar', ['-xf', archive])
  rmSync(archive)
  run(folder, 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--ignore-scripts'])
  run(folder, process.execPath, ['scripts/run.mjs', 'scripts/build-web.ts'])
  writeFileSync(ready, '')
  return folder
}
