// What is uploaded is held in memory as far as a budget of the process goes, and in files beyond it, until it has been
// worked on: however many send however slowly, the process stays small.
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fail } from '../errors.ts'
import { limitConcurrency } from '../limits/concurrency-limit.ts'

/** Calls with pictures that one member may have under way at a time. */
export const UPLOADS_AT_ONCE = 4
/** The same for everybody together: with the size of a picture it bounds what their files take of the disk. */
export const MOST_UPLOADS = 400
/** Bytes of unfinished uploads that the process holds in memory, over all members. */
export const MOST_HELD_BYTES = 64 * 1024 * 1024
/** Files that are brought back into memory and worked on at a time: as many as are decoded at a time. */
const READ_AT_ONCE = 2

/** What a caller is told to wait, in seconds, while other uploads are under way. */
const UPLOADS_UNDER_WAY_S = 10

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** A file as it came: what its sender calls it and says it is counts for nothing. */
export interface UploadedFile {
  bytes: Buffer
}

export interface Upload {
  /** Takes the file of the call to its end; once. */
  receive(file: Readable): Promise<void>
  /** Does something with the files that have come, none or one. */
  use<T>(work: (files: UploadedFile[]) => Promise<T>): Promise<T>
  /** Forgets what has come, in the middle too. Once or more often. */
  end(): void
}

export interface Uploads {
  /** Throws `toomanyrequests` where the member, or everybody together, has as many under way as may be. */
  begin(userId: string): Upload
  /** What is held in memory now. */
  heldBytes(): number
  /** Removes what a process that was killed has left. */
  clear(): Promise<void>
}

export interface UploadOptions {
  /** Where the files lie: nothing else does. */
  folder: string
  mostHeldBytes: number
}

/** A folder of the system's, for a process that was given none. */
export const temporaryUploads = (): string => join(tmpdir(), `parvis-uploads-${process.pid}-${randomUUID()}`)

export const createUploads = ({ folder, mostHeldBytes }: UploadOptions): Uploads => {
  const underWay = new Map<string, Set<symbol>>()
  const readInTurn = limitConcurrency(READ_AT_ONCE)
  let count = 0
  let held = 0

  const enter = (userId: string): (() => void) => {
    const mine = underWay.get(userId) ?? new Set()
    if (mine.size >= UPLOADS_AT_ONCE || count >= MOST_UPLOADS)
      fail('toomanyrequests', { params: { seconds: UPLOADS_UNDER_WAY_S } })
    const one = Symbol('upload')
    underWay.set(userId, mine.add(one))
    count++
    return () => {
      if (mine.delete(one)) count--
      if (mine.size === 0 && underWay.get(userId) === mine) underWay.delete(userId)
    }
  }

  const begin = (userId: string): Upload => {
    const uncount = enter(userId)
    let isOver = false
    let hasFile = false
    let chunks: Buffer[] = []
    let size = 0
    let spooled: { path: string; file: FileHandle } | null = null

    const release = () => {
      held -= size
      size = 0
      chunks = []
    }
    const mustGoOn = () => {
      if (isOver) fail('badrequest')
    }
    const forget = ({ path, file }: NonNullable<typeof spooled>) =>
      // what cannot be removed now is removed at the next start
      void file
        .close()
        .then(() => rm(path, { force: true }))
        .catch(() => {})

    /** What has come so far makes room for others. */
    const spool = async () => {
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
      const path = join(folder, randomUUID())
      const file = await open(path, 'wx+', FILE_MODE)
      if (isOver) forget({ path, file })
      mustGoOn()
      spooled = { path, file }
      await file.writeFile(Buffer.concat(chunks))
      release()
      return spooled
    }

    return {
      async receive(stream) {
        hasFile = true
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          mustGoOn()
          if (!spooled && held + chunk.length <= mostHeldBytes) {
            held += chunk.length
            size += chunk.length
            chunks.push(chunk)
          } else await (spooled ?? (await spool())).file.writeFile(chunk)
        }
        mustGoOn()
      },
      use(work) {
        if (!hasFile) return work([])
        if (!spooled) {
          const bytes = Buffer.concat(chunks)
          chunks = []
          return work([{ bytes }])
        }
        const { path } = spooled
        return readInTurn(async () => {
          mustGoOn()
          return work([{ bytes: await readFile(path) }])
        })
      },
      end() {
        if (isOver) return
        isOver = true
        uncount()
        release()
        if (spooled) forget(spooled)
      },
    }
  }

  return {
    begin,
    heldBytes: () => held,
    clear: () => rm(folder, { recursive: true, force: true }),
  }
}
