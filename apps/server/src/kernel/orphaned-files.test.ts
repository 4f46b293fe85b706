import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mediaSizes } from '@parvis/contract/entity.ts'
import { uploadMedia } from '@parvis/contract/media.ts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { findReferencedIds } from '../features.ts'
import { multipartOf } from '../testing/multipart.ts'
import { plainPicture } from '../testing/pictures.ts'
import { openTestServer, type TestServer, type Visitor } from '../testing/test-server.ts'
import { newId } from './ids.ts'
import { DAY_MS } from './limits/rate-limit.ts'
import { createDiskStorage, type Storage } from './storage.ts'
import { removeOrphanedFiles } from './orphaned-files.ts'

let server: TestServer
let storage: Storage & { folder: string }
let neighbor: Visitor
const referenced: string[] = []
beforeAll(async () => {
  server = await openTestServer('demo')
  storage = server.platform.storage as typeof storage
  neighbor = await server.as('neighbor')
  const bytes = await plainPicture(40, 30).jpeg().toBuffer()
  for (let n = 0; n < 3; n++) {
    const { answer } = await neighbor.send({
      method: 'POST',
      url: uploadMedia.path,
      ...multipartOf([['files', bytes]]),
    })
    referenced.push((answer as { _id: string })._id)
  }
})
afterAll(() => server.close())
afterEach(() => void vi.restoreAllMocks())

const pathOf = (id: string, name: string) => join(storage.folder, id.slice(-2), `${id}${name}`)
const setFileAge = (path: string, ms = DAY_MS + 60_000) => {
  const at = new Date(Date.now() - ms)
  utimesSync(path, at, at)
  return path
}
const createFile = (path: string, ms?: number) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'bytes')
  return setFileAge(path, ms)
}
const exists = async (key: string) => (await storage.get(key)) !== null
const keys = async () => {
  const found: string[] = []
  for await (const page of storage.list()) found.push(...page.map(({ key }) => key))
  return found.toSorted()
}

it('only files older than a day that no row references are removed', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  for (const id of referenced) for (const size of mediaSizes) setFileAge(pathOf(id, `-${size}.webp`))
  const [orphaned, fresh, archive] = [newId(), newId(), newId()]
  createFile(pathOf(orphaned, '-thumb.webp'))
  createFile(pathOf(orphaned, '-full.webp.123.part'))
  createFile(pathOf(archive, '.zip'))
  createFile(pathOf(fresh, '-thumb.webp'), DAY_MS - 60_000)
  createFile(pathOf(fresh, '-card.webp.123.part'), 0)
  const [welcomeId, exportId] = [newId(), newId()]
  createFile(pathOf(welcomeId, '.pdf'))
  createFile(pathOf(exportId, '.zip'))
  await server.db
    .updateTable('communities')
    .set({ welcome_id: welcomeId, welcome_bytes: 5, welcome_at: new Date() })
    .where('id', '=', await server.communityId('residence-du-lac'))
    .execute()
  const { account_id } = await server.db.selectFrom('users').select('account_id').limit(1).executeTakeFirstOrThrow()
  await server.db
    .insertInto('exports')
    .values({ account_id, id: exportId, language: 'fr', asked_at: new Date() })
    .execute()
  // These files were not written by the storage.
  const unrelated = [
    createFile(join(storage.folder, 'ab', 'holiday.webp')),
    createFile(join(storage.folder, 'notes', `${newId()}-thumb.webp`)),
    createFile(join(storage.folder, 'ab', `${newId().slice(0, -2)}cd-thumb.webp`)),
    createFile(join(storage.folder, `${newId()}.zip`)),
  ]
  expect(await removeOrphanedFiles(server.platform, findReferencedIds)).toBe(3)
  expect(await keys()).toEqual(
    [
      ...referenced.flatMap(id => mediaSizes.map(size => `${id}/${size}`)),
      `${fresh}/thumb`,
      `${fresh}/card.123.part`,
      `${welcomeId}/pdf`,
      `${exportId}/zip`,
    ].toSorted(),
  )
  for (const path of unrelated) expect(() => setFileAge(path)).not.toThrow()
  expect(log).toHaveBeenCalledExactlyOnceWith('3 files that nothing names were removed from the storage, of 16.')
})

it('no file is removed, and a warning is logged, when more than half of all files are unreferenced', async () => {
  const warn = vi.spyOn(console, 'error').mockImplementation(() => {})
  for (const id of referenced) for (const size of mediaSizes) setFileAge(pathOf(id, `-${size}.webp`))
  const before = await keys()
  // Simulates a wrong database, which references none of the files.
  const none = async () => []
  expect(await removeOrphanedFiles(server.platform, none)).toBe(0)
  expect(await keys()).toEqual(before)
  expect(warn).toHaveBeenCalledOnce()
  expect(String(warn.mock.calls[0]![0])).toContain(`Of ${before.length} files`)
})

it('if one file cannot be removed, the others are removed, and the job throws so that it is retried', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const [stuck, free] = [newId(), newId()]
  for (const id of [stuck, free]) createFile(pathOf(id, '-thumb.webp'))
  const disk = createDiskStorage(storage.folder)
  const failing: Storage = {
    ...disk,
    remove: key => (key.startsWith(stuck) ? Promise.reject(new Error('EIO')) : disk.remove(key)),
  }
  await expect(removeOrphanedFiles({ ...server.platform, storage: failing }, findReferencedIds)).rejects.toThrow(
    '1 files that nothing names could not be removed',
  )
  expect([await exists(`${stuck}/thumb`), await exists(`${free}/thumb`)]).toEqual([true, false])
  expect(await removeOrphanedFiles(server.platform, findReferencedIds)).toBe(1)
  expect(await exists(`${stuck}/thumb`)).toBe(false)
})
