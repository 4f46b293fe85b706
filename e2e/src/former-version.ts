import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './browser-server.ts'

/** The commit of the version from which upgrades are tested: an upgrade must lose nothing that this version stored. */
export const FORMER_VERSION = '98f1327b'

// Node does not strip types below node_modules/, so the former version is installed in the folder for temporary files.
const folder = join(tmpdir(), `parvis-${FORMER_VERSION}`)

const run = (cwd: string, command: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${cwd}:\n${stdout}${stderr}`)
  return stdout
}

export const hasFormerVersion = (): boolean =>
  spawnSync('git', ['cat-file', '-e', `${FORMER_VERSION}^{commit}`], { cwd: root }).status === 0

/** Installs and builds the former version once (two minutes). Returns its folder; throws the output of a failure. */
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
