// Uploaded files are buffered in memory up to a budget of the process, and in temporary files beyond it, until they are
// processed: slow uploads do not make the process grow.
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fail } from '../errors.ts'
import { limitConcurrency } from '../limits/concurrency-limit.ts'

/** Uploads that one member may have in progress. */
export const UPLOADS_AT_ONCE = 4
/** Uploads in progress of all members together: with the maximum picture size this limits the disk space used. */
export const MOST_UPLOADS = 400
/** Bytes of unfinished uploads buffered in memory, over all members. */
export const MOST_HELD_BYTES = 64 * 1024 * 1024
const READ_AT_ONCE = 2

const UPLOADS_UNDER_WAY_S = 10

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** An uploaded file. Its name and content type are ignored, as the client may write anything there. */
export interface UploadedFile {
  bytes: Buffer
}

export interface Upload {
  receive(file: Readable): Promise<void>
  use<T>(work: (files: UploadedFile[]) => Promise<T>): Promise<T>
  /** Discards what was received, also during the upload. Idempotent. */
  end(): void
}

export interface Uploads {
  /** Throws `toomanyrequests` when the member, or all together, have too many uploads in progress. */
  begin(userId: string): Upload
  heldBytes(): number
  clear(): Promise<void>
}

export interface UploadOptions {
  folder: string
  mostHeldBytes: number
}

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
      // a file that cannot be removed now is removed at the next start
      void file
        .close()
        .then(() => rm(path, { force: true }))
        .catch(() => {})

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
