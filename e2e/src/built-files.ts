import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '../../apps/web/build/manifest.ts'
import { webDir } from './stage.ts'

/** The files that the build has made of these sources, which bear no names; throws where there are none. */
export const builtFiles = (source: RegExp): string[] => {
  const manifest = JSON.parse(readFileSync(join(webDir, '.vite/manifest.json'), 'utf8')) as Manifest
  const files = Object.entries(manifest)
    .filter(([name]) => source.test(name))
    .flatMap(([, { file, css = [] }]) => [file, ...css])
  if (files.length === 0) throw new Error(`The build knows no ${source}.`)
  return files
}

/** Whether an address is one of these files. */
export const isOneOf =
  (files: readonly string[]) =>
  ({ pathname }: URL): boolean =>
    files.includes(pathname.slice(1))
