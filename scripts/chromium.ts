import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const fullBrowserNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** The headless shell comes first, because browser tests take 40 % less time in it. */
const browserNames = ['chromium-headless-shell', ...fullBrowserNames]
const cache = join(import.meta.dirname, '../.cache/chromium')
/** A headless Chromium as an npm package, for machines where nothing may be installed. */
const NPM_PACKAGE = '@sparticuz/chromium@153.0.0'

const findInstalledBrowser = (candidateNames: readonly string[] = browserNames): string | undefined => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = candidateNames.flatMap(name => folders.map(folder => join(folder, name))).find(existsSync)
  if (found) return found
  return [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ].find(existsSync)
}

const run = (program: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } })

/** Installs Debian’s packages if this process runs as root. Returns the browser’s path, undefined if that fails. */
const installWithApt = (): string | undefined => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const apt = (...args: string[]) => run('apt-get', args, { DEBIAN_FRONTEND: 'noninteractive' }).status === 0
  return apt('update', '-qq') &&
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell', 'chromium')
    ? findInstalledBrowser()
    : undefined
}

/**
 * Unpacks the npm package in `.cache/chromium`, with the libraries and fonts that the machine lacks. Returns the path
 * of a launcher, undefined if that fails.
 */
const unpackNpmPackage = (): string | undefined => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const launcher = join(cache, 'launch')
  if (existsSync(launcher)) return launcher
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, 'package.json'), '{ "private": true, "type": "module" }')
  if (
    run('npm', [
      'install',
      '--prefix',
      cache,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      NPM_PACKAGE,
    ]).status !== 0
  )
    return undefined
  writeFileSync(
    join(cache, 'unpack.js'),
    `
    import chromium, { inflate } from '@sparticuz/chromium'
    await chromium.executablePath()
    await inflate('node_modules/@sparticuz/chromium/bin/al2023.tar.br')
  `,
  )
  if (
    spawnSync(process.execPath, ['unpack.js'], {
      cwd: cache,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, TMPDIR: cache },
    }).status !== 0
  )
    return undefined
  // The package expects its fonts in a system folder; without a font, texts have no size and count as hidden.
  writeFileSync(
    join(cache, 'fonts/fonts.conf'),
    `<fontconfig><dir>${join(cache, 'fonts')}</dir><cachedir>${join(cache, 'fonts-cache')}</cachedir></fontconfig>`,
  )
  const binary = join(cache, 'chromium')
  const lacksLibraries = run('ldd', [binary]).stdout.includes('not found')
  writeFileSync(
    launcher,
    [
      '#!/bin/sh',
      ...(lacksLibraries ? [`export LD_LIBRARY_PATH="${join(cache, 'al2023/lib')}"`] : []),
      ...(existsSync('/etc/fonts') ? [] : [`export FONTCONFIG_PATH="${join(cache, 'fonts')}"`]),
      `exec "${binary}" "$@"`,
      '',
    ].join('\n'),
  )
  chmodSync(launcher, 0o755)
  return launcher
}

/**
 * The browser for tests: `CHROMIUM_PATH`, otherwise one on the path, otherwise Debian's (as root), otherwise the npm
 * package. If there is none, prints how to get one and exits.
 */
export const findChromium = (): string => {
  const configuredPath = process.env.CHROMIUM_PATH
  const existing = configuredPath ? (existsSync(configuredPath) ? configuredPath : undefined) : findInstalledBrowser()
  if (existing) return existing
  if (!configuredPath) {
    console.log('Chromium was not found; installing it…')
    const installed = installWithApt() ?? unpackNpmPackage()
    if (installed) return installed
  }
  console.error(
    'The tests need a browser and found none. Install Chromium (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to its path.',
  )
  process.exit(1)
}

/** Returns a full Chromium, which has cameras and prints PDFs, or `fallbackPath` if there is none. */
export const findFullChromium = (fallbackPath: string): string =>
  process.env.CHROMIUM_PATH ? fallbackPath : (findInstalledBrowser(fullBrowserNames) ?? fallbackPath)

/** Flags for a Chromium that runs without a desktop, a sandbox and a network. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
