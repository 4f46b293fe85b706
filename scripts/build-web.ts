import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const sources = [
  'package-lock.json',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/build',
  'apps/web/public',
  'apps/web/src',
  'packages/contract/src',
]

const filesIn = (path: string): string[] => {
  const full = join(root, path)
  if (!existsSync(full)) return []
  const entries = readdirSync(full, { withFileTypes: true, recursive: true })
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}

const isBuildInput = (path: string) => !/\.test\.tsx?$|[\\/]testing[\\/]/.test(path)

/** A hash of everything on which the built app depends. */
const hashSources = (): string => {
  const hash = createHash('sha256')
  for (const source of sources) {
    // Tests are not part of the build.
    const files = source.includes('.') ? [join(root, source)] : filesIn(source).filter(isBuildInput).sort()
    for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

const buildIfChanged = async (folder: string, label: string, env: NodeJS.ProcessEnv = {}): Promise<void> => {
  const hashFile = join(folder, '.sources')
  const sourceHash = hashSources()
  if (existsSync(hashFile) && readFileSync(hashFile, 'utf8') === sourceHash) return
  console.log(`Building ${label}…`)
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'], {
    cwd: join(root, 'apps/web'),
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
  const status = await new Promise<number | null>((done, failed) => child.once('error', failed).once('exit', done))
  if (status !== 0) throw new Error(`${label} could not be built: see above.`)
  writeFileSync(hashFile, sourceHash)
}

/** Builds the web app unless the existing build is from the same sources. */
export const buildWeb = (): Promise<void> => buildIfChanged(join(root, 'apps/web/dist'), 'the web app')

/** Placeholder for the server's URL in the shell's build; each test replaces it by the URL of its own server. */
export const SHELL_TEST_SERVER = 'https://server.parvis.example'

/**
 * Builds the web app for a mobile shell that connects to `serverUrl`, unless the existing build is from the same
 * sources. Returns the folder of the build.
 */
export const buildShell = async (serverUrl: string): Promise<string> => {
  const folder = join(root, 'apps/mobile/dist')
  await buildIfChanged(folder, 'the web app for a shell', { VITE_SERVER: serverUrl, VITE_ANDROID_PUSH: '1' })
  return folder
}

if (import.meta.main) await buildWeb()
