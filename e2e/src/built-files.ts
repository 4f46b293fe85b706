import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '../../apps/web/build/manifest.ts'
import { webDir } from './browser-server.ts'

/** Returns the paths of the built files of all matching source files, from the manifest. Throws if none match. */
export const builtFilesOf = (source: RegExp): string[] => {
  const manifest = JSON.parse(readFileSync(join(webDir, '.vite/manifest.json'), 'utf8')) as Manifest
  const files = Object.entries(manifest)
    .filter(([name]) => source.test(name))
    .flatMap(([, { file, css = [] }]) => [file, ...css])
  if (files.length === 0) throw new Error(`The build has no file of ${source}.`)
  return files
}

export const matchesAnyFile =
  (files: readonly string[]) =>
  ({ pathname }: URL): boolean =>
    files.includes(pathname.slice(1))
