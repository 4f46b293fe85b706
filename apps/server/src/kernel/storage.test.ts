import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { newId } from './ids.ts'
import { restrictFolderToOwner, createDiskStorage } from './storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'parvis-storage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const storage = createDiskStorage(join(folder, 'media'))

it('get returns what was last stored under a key', async () => {
  const id = newId()
  await storage.put(`${id}/thumb`, Buffer.from('small'))
  await storage.put(`${id}/full`, Buffer.from('first'))
  await storage.put(`${id}/full`, Buffer.from('the large one'))
  const found = await storage.get(`${id}/full`)
  expect([found!.size, String(await buffer(found!.stream()))]).toEqual([13, 'the large one'])
  expect(String(await buffer((await storage.get(`${id}/thumb`))!.stream()))).toBe('small')
  expect([await storage.get(`${id}/card`), await storage.get(`${newId()}/full`)]).toEqual([null, null])
})

it('remove deletes a file, and ignores a missing one', async () => {
  const id = newId()
  await storage.put(`${id}/thumb`, Buffer.from('a'))
  await storage.put(`${id}/full`, Buffer.from('b'))
  await storage.remove(`${id}/full`)
  await storage.remove(`${id}/full`)
  expect([await storage.get(`${id}/full`), (await storage.get(`${id}/thumb`))!.size]).toEqual([null, 1])
})

it('concurrent writes leave no partial files', async () => {
  const ids = Array.from({ length: 20 }, () => newId())
  await Promise.all(ids.map(id => storage.put(`${id}/full`, Buffer.alloc(50_000, id))))
  for (const id of ids) expect((await storage.get(`${id}/full`))!.size).toBe(50_000)
  expect(
    readdirSync(join(folder, 'media'), { recursive: true }).filter(name => String(name).endsWith('.part')),
  ).toEqual([])
})

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

it('only the server’s operating-system user can read the pictures, also in folders that existed before', async () => {
  const mediaFolder = join(folder, 'closed')
  const id = newId()
  mkdirSync(join(mediaFolder, id.slice(-2)), { recursive: true })
  for (const open of [mediaFolder, join(mediaFolder, id.slice(-2))]) chmodSync(open, 0o755)
  await restrictFolderToOwner(mediaFolder)
  expect([modeOf(mediaFolder), modeOf(join(mediaFolder, id.slice(-2)))]).toEqual(['700', '700'])
  const fresh = join(folder, 'fresh')
  await createDiskStorage(fresh).put(`${id}/thumb`, Buffer.from('a'))
  expect([fresh, join(fresh, id.slice(-2)), join(fresh, id.slice(-2), `${id}-thumb.webp`)].map(modeOf)).toEqual([
    '700',
    '700',
    '600',
  ])
})

it('check() rejects when the storage is not writable, and otherwise leaves no probe file behind', async () => {
  await Promise.all([storage.check(), storage.check(), storage.check()])
  expect(readdirSync(join(folder, 'media')).filter(name => name.startsWith('.'))).toEqual([])
  await expect(createDiskStorage('/dev/null/media').check()).rejects.toThrow()
})
