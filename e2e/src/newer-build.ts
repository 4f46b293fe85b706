import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { builtFiles } from './built-files.ts'
import { webDir } from './stage.ts'

/** How a page of the newer build is known. */
export const NEWER = 'newer'

/**
 * Another build of the app, as a newer version is: its page is another one, and of the screens that `renamed` names it
 * has files of other names, and none of those of this build.
 */
export const makeNewerBuild = (renamed: RegExp): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'parvis-newer-'))
  cpSync(webDir, folder, { recursive: true })
  const names = builtFiles(renamed)
    .filter(file => file.endsWith('.js'))
    .map(file => basename(file, '.js'))
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, entry)
    if (!statSync(file).isFile()) continue
    // what was compressed is what it was before
    if (/\.(?:br|gz)$/.test(file)) rmSync(file)
    else if (/\.(?:js|html|json)$/.test(file)) {
      const before = readFileSync(file, 'utf8')
      let text = names.reduce((all, name) => all.replaceAll(name, `${name}${NEWER}`), before)
      if (entry === 'index.html') text = text.replace('<html', `<html data-build="${NEWER}"`)
      // the worker stores the page under what is in it
      if (entry === 'sw.js') text = text.replace(/(\/index\.html[^}]*?revision:\s*[`"'])\w+/, `$1${NEWER}`)
      if (entry === 'sw.js' && text === before) throw new Error('The worker names no page.')
      writeFileSync(file, text)
    }
  }
  for (const name of names) renameSync(join(folder, `assets/${name}.js`), join(folder, `assets/${name}${NEWER}.js`))
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}
