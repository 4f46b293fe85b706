// Uploads are buffered in memory up to a budget, then in temporary files, so slow uploads do not fill the memory.
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fail } from '../errors.ts'
import { limitConcurrency } from '../limits/concurrency-limit.ts'

export const MAX_UPLOADS_PER_MEMBER = 4
/** Maximum of uploads in progress of all members together; times the maximum picture size it bounds the disk usage. */
export const MAX_UPLOADS = 400
export const MAX_BUFFERED_BYTES = 64 * 1024 * 1024
const MAX_CONCURRENT_READS = 2

const RETRY_AFTER_S = 10

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** An uploaded file. Its name and content type are ignored, as the client may write anything there. */
export interface UploadedFile {
  bytes: Buffer
}

export interface Upload {
  receive(file: Readable): Promise<void>
  use<T>(work: (files: UploadedFile[]) => Promise<T>): Promise<T>
  /** Discards the received bytes, also during the upload. Idempotent. */
  end(): void
}

export interface Uploads {
  /** Throws `toomanyrequests` when this member, or all members together, have too many uploads in progress. */
  begin(userId: string): Upload
  bufferedBytes(): number
  clear(): Promise<void>
}

export interface UploadOptions {
  folder: string
  maxBufferedBytes: number
}

export const temporaryUploadFolder = (): string => join(tmpdir(), `parvis-uploads-${process.pid}-${randomUUID()}`)

export const createUploads = ({ folder, maxBufferedBytes }: UploadOptions): Uploads => {
  const activeUploads = new Map<string, Set<symbol>>()
  const limitReads = limitConcurrency(MAX_CONCURRENT_READS)
  let count = 0
  let bufferedTotal = 0

  const acquireSlot = (userId: string): (() => void) => {
    const slots = activeUploads.get(userId) ?? new Set()
    if (slots.size >= MAX_UPLOADS_PER_MEMBER || count >= MAX_UPLOADS)
      fail('toomanyrequests', { params: { seconds: RETRY_AFTER_S } })
    const slot = Symbol('upload')
    activeUploads.set(userId, slots.add(slot))
    count++
    return () => {
      if (slots.delete(slot)) count--
      if (slots.size === 0 && activeUploads.get(userId) === slots) activeUploads.delete(userId)
    }
  }

  const begin = (userId: string): Upload => {
    const releaseSlot = acquireSlot(userId)
    let isEnded = false
    let hasFile = false
    let chunks: Buffer[] = []
    let size = 0
    let spooled: { path: string; file: FileHandle } | null = null

    const releaseMemory = () => {
      bufferedTotal -= size
      size = 0
      chunks = []
    }
    const assertNotEnded = () => {
      if (isEnded) fail('badrequest')
    }
    const removeSpoolFile = ({ path, file }: NonNullable<typeof spooled>) =>
      // A file that cannot be removed now is removed at the next start.
      void file
        .close()
        .then(() => rm(path, { force: true }))
        .catch(() => {})

    const spool = async () => {
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
      const path = join(folder, randomUUID())
      const file = await open(path, 'wx+', FILE_MODE)
      if (isEnded) removeSpoolFile({ path, file })
      assertNotEnded()
      spooled = { path, file }
      await file.writeFile(Buffer.concat(chunks))
      releaseMemory()
      return spooled
    }

    return {
      async receive(stream) {
        hasFile = true
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          assertNotEnded()
          if (!spooled && bufferedTotal + chunk.length <= maxBufferedBytes) {
            bufferedTotal += chunk.length
            size += chunk.length
            chunks.push(chunk)
          } else await (spooled ?? (await spool())).file.writeFile(chunk)
        }
        assertNotEnded()
      },
      use(work) {
        if (!hasFile) return work([])
        if (!spooled) {
          const bytes = Buffer.concat(chunks)
          chunks = []
          return work([{ bytes }])
        }
        const { path } = spooled
        return limitReads(async () => {
          assertNotEnded()
          return work([{ bytes: await readFile(path) }])
        })
      },
      end() {
        if (isEnded) return
        isEnded = true
        releaseSlot()
        releaseMemory()
        if (spooled) removeSpoolFile(spooled)
      },
    }
  }

  return {
    begin,
    bufferedBytes: () => bufferedTotal,
    clear: () => rm(folder, { recursive: true, force: true }),
  }
}
