import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where the bytes of pictures lie: a folder here, an S3-compatible store elsewhere. Keys are `<id>/<size>`. */
export interface Storage {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** null when there is nothing under the key. */
  get(key: string): Promise<{ size: number; stream(): Readable } | null>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Throws when the store cannot be written to. */
  check(): Promise<void>
}

/** On disk, spread over folders by the end of the id (its beginning is a time and would fill one folder a day). */
export const createDiskStorage = (folder: string): Storage => {
  const pathOf = (key: string) => {
    const [id = '', size = ''] = key.split('/')
    return join(folder, id.slice(-2), `${id}-${size}.webp`)
  }
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      // Written aside and renamed: a picture is there whole or not at all, a power cut included.
      const aside = `${path}.${process.pid}.part`
      try {
        const file = await open(aside, 'w')
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(aside, path)
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
    },
    async get(key) {
      const path = pathOf(key)
      const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return found && { size: found.size, stream: () => createReadStream(path) }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async check() {
      await mkdir(folder, { recursive: true })
      await stat(folder)
    },
  }
}
