import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const search = (): string | undefined => {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : undefined
  const found = (process.env.PATH ?? '').split(delimiter).flatMap(folder => names.map(name => join(folder, name))).find(existsSync)
  if (found) return found
  return ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'].find(existsSync)
}

/**
 * The browser that tests drive: `CHROMIUM_PATH`, else one on the path. Installs Debian's where that can be done without asking
 * (as root); elsewhere says how and ends.
 */
export const findChromium = (): string => {
  const there = search()
  if (there) return there
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium…')
    const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0
    if (apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', 'chromium')) {
      const installed = search()
      if (installed) return installed
    }
  }
  console.error('The tests drive a real browser and found none. Install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.')
  process.exit(1)
}

/** What a headless Chromium needs where there is no desktop, no sandbox and no network beyond this machine. */
export const chromiumFlags = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
]
