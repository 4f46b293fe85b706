import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, lstat, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** A stored file. `key` may also name a partial file that a killed process has left behind. */
export interface StoredFile {
  key: string
  id: string
  changedAt: Date
}

/** Pictures, PDFs and archives on disk or in an S3-compatible store, under `<id>/<size>`, `<id>/pdf`, `<id>/zip`. */
export interface Storage {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Stores a stream and returns its number of bytes. A failed or aborted write leaves no file behind. */
  putStream(key: string, bytes: Readable, signal?: AbortSignal): Promise<number>
  get(key: string): Promise<{ size: number; stream(): Readable } | null>
  remove(key: string): Promise<void>
  list(): AsyncIterable<StoredFile[]>
  /** Throws when the store is not writable. */
  check(): Promise<void>
}

/** Pictures are for members only, so other users of the machine may not read them. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** What `check` writes: a whole block of any file system, because fewer bytes may still fit on a full disk. */
const PROBE = Buffer.alloc(4096)

export const restrictFolderToOwner = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  await chmod(folder, FOLDER_MODE)
  for (const { name, parentPath } of (await readdir(folder, { withFileTypes: true })).filter(entry =>
    entry.isDirectory(),
  )) {
    await chmod(join(parentPath, name), FOLDER_MODE)
  }
}

const PAGE_FILES = 500
const folderName = /^[0-9a-f]{2}$/
const fileName =
  /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})(?:-([a-z]+)\.webp|\.(pdf|zip))(\.\d+\.part)?$/

const nullIfMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return null
  throw error
}

async function* listStoredFiles(folder: string): AsyncIterable<StoredFile[]> {
  for (const subfolder of (await readdir(folder).catch(nullIfMissing)) ?? []) {
    if (!folderName.test(subfolder)) continue
    const names = await readdir(join(folder, subfolder))
    for (let from = 0; from < names.length; from += PAGE_FILES) {
      const page: StoredFile[] = []
      for (const name of names.slice(from, from + PAGE_FILES)) {
        const [, id, size, ending, part = ''] = fileName.exec(name) ?? []
        if (!id?.endsWith(subfolder)) continue
        const found = await lstat(join(folder, subfolder, name)).catch(nullIfMissing)
        if (found?.isFile()) page.push({ key: `${id}/${size ?? ending}${part}`, id, changedAt: found.mtime })
      }
      if (page.length > 0) yield page
    }
  }
}

/** Folders are named by the end of ids: by their beginning, a timestamp, one folder would get all files of a day. */
const storedPath = (folder: string, key: string): string => {
  const [id = '', rest = ''] = key.split('/')
  const [size = ''] = rest.split('.', 1)
  const name = size === 'pdf' || size === 'zip' ? `${id}.${size}` : `${id}-${size}.webp`
  return join(folder, id.slice(-2), name + rest.slice(size.length))
}

const probeFolder = async (folder: string) => {
  const path = join(folder, `.probe-${process.pid}`)
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  try {
    await writeFile(path, PROBE, { mode: FILE_MODE, flush: true })
  } finally {
    await rm(path, { force: true })
  }
}

/** The file receives its final name only when it is complete, so that it is never partial, even after a power cut. */
const storeFile = async <T>(path: string, write: (temporary: string) => Promise<T>): Promise<T> => {
  const temporary = `${path}.${process.pid}.part`
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
  try {
    const result = await write(temporary)
    await rename(temporary, path)
    return result
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

export const createDiskStorage = (folder: string): Storage => {
  const pathOf = (key: string) => storedPath(folder, key)
  let currentCheck: Promise<void> | null = null
  return {
    put: (key, bytes) =>
      storeFile(pathOf(key), temporary => writeFile(temporary, bytes, { mode: FILE_MODE, flush: true })),
    putStream: (key, bytes, signal) =>
      storeFile(pathOf(key), async temporary => {
        const file = createWriteStream(temporary, { mode: FILE_MODE, flush: true })
        await pipeline(bytes, file, { signal })
        return file.bytesWritten
      }),
    async get(key) {
      const path = pathOf(key)
      const found = await stat(path).catch(nullIfMissing)
      return found && { size: found.size, stream: () => createReadStream(path) }
    },
    async remove(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      if (!key.endsWith('/zip')) return
      const names = await readdir(dirname(path)).catch(() => [])
      for (const name of names)
        if (name.startsWith(`${basename(path)}.`)) await rm(join(dirname(path), name), { force: true })
    },
    list: () => listStoredFiles(folder),
    check() {
      // Concurrent checks share one write, so that callers cannot put load on the disk.
      currentCheck ??= probeFolder(folder).finally(() => {
        currentCheck = null
      })
      return currentCheck
    },
  }
}
