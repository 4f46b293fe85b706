// Uploads are buffered in memory up to a budget, then in temporary files, so slow uploads do not fill the memory.
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fail } from '../errors.ts'
import { limitConcurrency } from '../limits/concurrency-limit.ts'

export const MAX_UPLOADS_PER_MEMBER = 4
/** Limit for all members together. Multiplied by the maximum picture size, it bounds the disk usage. */
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
  receiveFile(file: Readable): Promise<void>
  withFiles<T>(work: (files: UploadedFile[]) => Promise<T>): Promise<T>
  /** Discards the received bytes, also during the upload. Idempotent. */
  discard(): void
}

export interface Uploads {
  /** Starts an upload. Throws `toomanyrequests` if this member, or all members together, have too many in progress. */
  startUpload(userId: string): Upload
  bufferedBytes(): number
  removeFiles(): Promise<void>
}

export interface UploadOptions {
  folder: string
  maxBufferedBytes: number
}

export const temporaryUploadFolder = (): string => join(tmpdir(), `parvis-uploads-${process.pid}-${randomUUID()}`)

const createUploadSlots = () => {
  const activeUploads = new Map<string, Set<symbol>>()
  let count = 0
  return {
    acquire(userId: string): () => void {
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
    },
  }
}

interface UploadBuffer extends UploadOptions {
  bufferedTotal: number
  limitReads: ReturnType<typeof limitConcurrency>
}

interface SpoolFile {
  path: string
  file: FileHandle
}

const removeSpoolFile = ({ path, file }: SpoolFile) =>
  // A file that cannot be removed now is removed at the next start.
  void file
    .close()
    .then(() => rm(path, { force: true }))
    .catch(() => {})

class BufferedUpload implements Upload {
  readonly #buffer: UploadBuffer
  readonly #releaseSlot: () => void
  #isEnded = false
  #hasFile = false
  #chunks: Buffer[] = []
  #size = 0
  #spooled: SpoolFile | null = null

  constructor(buffer: UploadBuffer, releaseSlot: () => void) {
    this.#buffer = buffer
    this.#releaseSlot = releaseSlot
  }

  async receiveFile(stream: Readable): Promise<void> {
    this.#hasFile = true
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      this.#assertNotEnded()
      if (!this.#spooled && this.#buffer.bufferedTotal + chunk.length <= this.#buffer.maxBufferedBytes) {
        this.#buffer.bufferedTotal += chunk.length
        this.#size += chunk.length
        this.#chunks.push(chunk)
      } else await (this.#spooled ?? (await this.#spool())).file.writeFile(chunk)
    }
    this.#assertNotEnded()
  }

  withFiles<T>(work: (files: UploadedFile[]) => Promise<T>): Promise<T> {
    if (!this.#hasFile) return work([])
    if (!this.#spooled) {
      const bytes = Buffer.concat(this.#chunks)
      this.#chunks = []
      return work([{ bytes }])
    }
    const { path } = this.#spooled
    return this.#buffer.limitReads(async () => {
      this.#assertNotEnded()
      return work([{ bytes: await readFile(path) }])
    })
  }

  discard(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#releaseSlot()
    this.#releaseMemory()
    if (this.#spooled) removeSpoolFile(this.#spooled)
  }

  #assertNotEnded() {
    if (this.#isEnded) fail('badrequest')
  }

  #releaseMemory() {
    this.#buffer.bufferedTotal -= this.#size
    this.#size = 0
    this.#chunks = []
  }

  async #spool(): Promise<SpoolFile> {
    const { folder } = this.#buffer
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
    const path = join(folder, randomUUID())
    const spooled = { path, file: await open(path, 'wx+', FILE_MODE) }
    if (this.#isEnded) removeSpoolFile(spooled)
    this.#assertNotEnded()
    this.#spooled = spooled
    await spooled.file.writeFile(Buffer.concat(this.#chunks))
    this.#releaseMemory()
    return spooled
  }
}

export const createUploads = (options: UploadOptions): Uploads => {
  const slots = createUploadSlots()
  const buffer: UploadBuffer = { ...options, bufferedTotal: 0, limitReads: limitConcurrency(MAX_CONCURRENT_READS) }
  return {
    startUpload: userId => new BufferedUpload(buffer, slots.acquire(userId)),
    bufferedBytes: () => buffer.bufferedTotal,
    removeFiles: () => rm(options.folder, { recursive: true, force: true }),
  }
}
