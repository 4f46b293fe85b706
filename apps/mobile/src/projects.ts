import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import sharp from 'sharp'
import config from '../capacitor.config.ts'
import { customizeAndroid } from './android.ts'
import { customizeIos } from './ios.ts'
import { readVersion } from './server.ts'

const cli = join(dirname(createRequire(import.meta.url).resolve('@capacitor/cli/package.json')), 'bin/capacitor')

/** Runs a Capacitor command in a folder; throws an error with the command’s output when it fails. */
export const runCapacitor = (folder: string, ...args: string[]): void => {
  const result = spawnSync(process.execPath, [cli, ...args], {
    cwd: folder,
    encoding: 'utf8',
    // CI=1 prevents interactive questions.
    env: { ...process.env, CI: '1', CAPACITOR_TELEMETRY: '0', FORCE_COLOR: '0' },
  })
  if (result.status !== 0) throw new Error(`capacitor ${args.join(' ')} failed:\n${result.stdout}${result.stderr}`)
}

/** `folder` must lie as deep as `apps/mobile`, because the projects refer to plugins by relative path. */
export const makeProjects = async (folder: string): Promise<void> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, config.webDir!), { recursive: true })
  writeFileSync(join(folder, config.webDir!, 'index.html'), '')
  const version = readVersion()
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'parvis', version: version.name }))
  writeFileSync(join(folder, 'capacitor.config.json'), JSON.stringify(config))
  for (const platform of ['android', 'ios']) runCapacitor(folder, 'add', platform)
  await customizeAndroid(join(folder, 'android'), version)
  await customizeIos(join(folder, 'ios'), version)
}

/** Files that are not committed: a build produces them, or the builder of the app supplies them. */
const uncommittedFiles =
  /(?:^|\/)(?:public|build|\.gradle|\.idea|xcuserdata|DerivedData|capacitor-cordova-\w+-plugins)\/|(?:^|\/)(?:capacitor\.(?:config|plugins)\.json|config\.xml|server\.(?:properties|xcconfig)|google-services\.json|local\.properties|Package\.resolved|\.DS_Store)$/

const filesOf = (folder: string): string[] =>
  ['android', 'ios']
    .flatMap(platform =>
      existsSync(join(folder, platform))
        ? readdirSync(join(folder, platform), { recursive: true, withFileTypes: true })
        : [],
    )
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .filter(file => !uncommittedFiles.test(file))
    .sort()

const read = (path: string) => (existsSync(path) ? readFileSync(path) : null)

/** The largest difference of a colour channel (0 to 255) that rounding on another processor causes. */
const MAX_ROUNDING = 2

const pixelsOf = (picture: Buffer) => sharp(picture).ensureAlpha().raw().toBuffer()

const isSamePicture = async (one: Buffer, other: Buffer) => {
  const [mine, theirs] = await Promise.all([pixelsOf(one), pixelsOf(other)])
  return mine.length === theirs.length && mine.every((value, at) => Math.abs(value - theirs[at]!) <= MAX_ROUNDING)
}

const isSame = async (file: string, one: Buffer | null, other: Buffer | null): Promise<boolean> => {
  if (one === null || other === null) return one === other
  return one.equals(other) || (file.endsWith('.png') && (await isSamePicture(one, other)))
}

export const findDifferences = async (firstFolder: string, secondFolder: string): Promise<string[]> => {
  const found: string[] = []
  for (const file of new Set([...filesOf(firstFolder), ...filesOf(secondFolder)]))
    if (!(await isSame(file, read(join(firstFolder, file)), read(join(secondFolder, file))))) found.push(file)
  return found.sort()
}

/** Makes the projects of `target` equal to those of `source`, except uncommitted files; returns the changed files. */
export const syncProjects = async (source: string, target: string): Promise<string[]> => {
  const changed = await findDifferences(source, target)
  for (const file of changed) {
    const content = read(join(source, file))
    const path = join(target, file)
    if (content === null) rmSync(path)
    else {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content, { mode: file.endsWith('gradlew') ? 0o755 : 0o644 })
    }
  }
  return changed
}
