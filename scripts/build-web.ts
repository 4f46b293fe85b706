import { spawnSync } from 'node:child_process'
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

const filesOf = (path: string): string[] => {
  const full = join(root, path)
  if (!existsSync(full)) return []
  const entries = readdirSync(full, { withFileTypes: true, recursive: true })
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}

/** Everything that the built app depends on, as one mark. */
const markOfSources = (): string => {
  const hash = createHash('sha256')
  for (const source of sources) {
    const files = source.includes('.') ? [join(root, source)] : filesOf(source).sort()
    for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** Builds the web app unless what is there was built from these sources. */
export const buildWeb = (): void => {
  const mark = join(root, 'apps/web/dist/.sources')
  const wanted = markOfSources()
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  console.log('Building the web app…')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const done = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/web'),
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (done.status !== 0) {
    console.error('The web app could not be built: see above.')
    process.exit(1)
  }
  writeFileSync(mark, wanted)
}

if (import.meta.main) buildWeb()
