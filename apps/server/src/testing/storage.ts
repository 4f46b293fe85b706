import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiskStorage, type Storage } from '../kernel/storage.ts'

/** The storage of one test server: reads from the demo world’s shared storage, but never writes to it. */
export const createTestStorage = (shared: string): Storage & { folder: string; drop(): void } => {
  const folder = mkdtempSync(join(tmpdir(), 'parvis-media-'))
  const ownStorage = createDiskStorage(folder)
  const sharedStorage = createDiskStorage(shared)
  const removed = new Set<string>()
  return {
    folder,
    async put(key, bytes) {
      await ownStorage.put(key, bytes)
      removed.delete(key)
    },
    putStream: ownStorage.putStream,
    get: async key => (removed.has(key) ? null : ((await ownStorage.get(key)) ?? sharedStorage.get(key))),
    async remove(key) {
      removed.add(key)
      await ownStorage.remove(key)
    },
    list: ownStorage.list,
    check: ownStorage.check,
    drop: () => rmSync(folder, { recursive: true, force: true }),
  }
}
