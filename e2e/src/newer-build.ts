import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { webDir } from './browser-server.ts'

export const NEWER_BUILD = 'newer'

const SCRIPT = /[\w-]+(?=\.js\b)/g

/** Copies the built app with a marked page and renamed scripts: neither version has the scripts of the other. */
export const createNewerBuild = (): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'parvis-newer-'))
  cpSync(webDir, folder, { recursive: true })
  const assets = join(folder, 'assets')
  const names = new Set(
    readdirSync(assets)
      .filter(file => file.endsWith('.js'))
      .map(file => basename(file, '.js')),
  )
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, entry)
    if (!statSync(file).isFile()) continue
    // Removes the compressed copies, which would have the old content.
    if (/\.(?:br|gz)$/.test(file)) rmSync(file)
    else if (/\.(?:js|html|json)$/.test(file)) {
      let text = readFileSync(file, 'utf8').replace(SCRIPT, name => (names.has(name) ? `${name}${NEWER_BUILD}` : name))
      if (entry === 'index.html') text = text.replace('<html', `<html data-build="${NEWER_BUILD}"`)
      const before = text
      // The service worker precaches the page by its revision, which must change with the page.
      if (entry === 'sw.js') text = text.replace(/(\/index\.html[^}]*?revision:\s*[`"'])\w+/, `$1${NEWER_BUILD}`)
      if (entry === 'sw.js' && text === before) throw new Error('The service worker does not precache the page.')
      writeFileSync(file, text)
    }
  }
  for (const name of names) renameSync(join(assets, `${name}.js`), join(assets, `${name}${NEWER_BUILD}.js`))
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}
