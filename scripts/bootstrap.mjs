// Plain JavaScript for Node 20: what must run before anything is installed. It installs the packages when the lockfile has
// changed and finds the Node 24 that runs everything else.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { holdLock } from './install-lock.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const OLDEST_HOST = 20
const RUNTIME = 24
const ORPHAN_CHECK_MS = 200
const PAUSE_MS = 500
/** What the server ends with when it cannot start and says why: to try again would change nothing. */
export const CANNOT_START = 78

const leave = message => {
  console.error(message)
  process.exit(1)
}

const major = Number(process.versions.node.split('.')[0])
if (major < OLDEST_HOST) leave(`Parvis needs Node ${OLDEST_HOST} or later; this is Node ${process.versions.node}.`)

/** Scripts are not needed: the binaries that we use come as they are in their packages. */
const install = () => {
  const npm = process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath]] : ['npm', []]
  const done = spawnSync(
    npm[0],
    [
      ...npm[1],
      'ci',
      '--include=dev',
      '--include=optional',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    { cwd: root, stdio: 'inherit', shell: npm[0] === 'npm' && process.platform === 'win32' },
  )
  return done.status === 0
}

/** Installs what the lockfile says, unless that is what is installed; one at a time in a folder. */
export const ensureInstalled = (folder = root, run = install) => {
  const mark = join(folder, 'node_modules/.parvis-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
  const isInstalled = () => existsSync(mark) && readFileSync(mark, 'utf8') === wanted
  if (isInstalled()) return
  // two at once would empty each other's folder
  const lock = join(folder, '.parvis-installing')
  const release = holdLock(lock, () =>
    console.log(`Packages are being installed by another start: waiting for it (${lock}).`),
  )
  try {
    if (isInstalled()) return
    console.log('Installing packages…')
    if (run()) writeFileSync(mark, wanted)
    else {
      process.exitCode = 1
      console.error('The packages could not be installed: see above. Is the npm registry within reach?')
    }
  } finally {
    release()
  }
  if (process.exitCode) process.exit()
}

/** The Node that runs Parvis: this one when it is new enough, else the one that npm installed for this platform. */
export const findNode = () => {
  if (major >= RUNTIME) return process.execPath
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const binary = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(binary))
    leave(
      `Parvis runs on Node ${RUNTIME}, and npm has none for ${process.platform}-${process.arch}. Install Node ${RUNTIME} or later and start again.`,
    )
  return binary
}

/** Node keeps what it compiled: later starts are quicker and take less memory. */
const environment = () => ({
  ...process.env,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/compiled'),
})

/** How Node runs the server: a small nursery for young objects, which at rest would only stand empty. */
export const serverFlags = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).config.server.split(' ')

/** Runs a program under the right Node to its end; answers its exit code. */
export const runNode = args =>
  spawnSync(findNode(), args, { cwd: root, stdio: 'inherit', env: environment() }).status ?? 1

/**
 * Becomes, as far as Node can, a program under the right Node: hands signals down and ends as it ends. When it ends without having been
 * asked to, `again` is told its exit code and how long it ran, in milliseconds: it answers whether it is started once more.
 */
export const becomeNode = (args, again = () => false) => {
  let child = null
  let asked = false
  const start = () => {
    const began = performance.now()
    child = spawn(findNode(), args, { cwd: root, stdio: 'inherit', env: environment() })
    child.on('error', error => leave(`${findNode()} could not be started: ${error.message}`))
    child.on('exit', (code, signal) => {
      child = null
      const status = code ?? (signal === 'SIGKILL' ? 137 : 1)
      if (asked || !again(status, performance.now() - began)) process.exit(status === CANNOT_START ? 1 : status)
      setTimeout(start, PAUSE_MS)
    })
  }
  const stop = signal => {
    asked = true
    if (!child) process.exit(0)
    child.kill(signal)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.on(signal, () => stop(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  // npm hands a signal to the shell between us and goes; the shell does not hand it on. Its end is the signal.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid === parent || stop('SIGTERM'), ORPHAN_CHECK_MS).unref()
  start()
}
