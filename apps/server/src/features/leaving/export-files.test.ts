import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dropExport, type Export, getExport } from '@parvis/contract/leaving.ts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { multipartOf } from '#server/testing/multipart.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { purgeExpiredExports, writeExport } from './export.service.ts'
import { asExportOwner, EXPORT_WAIT, readExportState, requestExport, waitForExport } from '#server/testing/exports.ts'

const DAY_MS = 86_400_000

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterEach(() => {
  server.clock.aheadMs = 0
})
afterAll(() => server.close())
const person = () => asExportOwner(server)

const upload = async (visitor: Visitor, alt: string): Promise<string> => {
  const bytes = await plainPicture(64, 48).jpeg().toBuffer()
  const { payload, headers } = multipartOf([
    ['alt', alt],
    ['files', bytes],
  ])
  return ((await visitor.send({ method: 'POST', url: '/media', payload, headers })).answer as { uri: string }).uri
}

it('an export reports its progress, and is aborted when its owner removes it', async () => {
  const { visitor, accountId } = await person()
  for (let at = 0; at < 3; at++) await upload(visitor, `Photo ${at}`)
  const { storage } = server.platform
  const { get } = storage
  const gate = Promise.withResolvers<void>()
  let opened = 0
  storage.get = async key => {
    if (key.endsWith('/full') && ++opened > 1) await gate.promise
    return get(key)
  }
  try {
    await requestExport(visitor)
    await vi.waitFor(async () => {
      const { answer } = await visitor.call(getExport)
      expect(answer).toMatchObject({ state: 'making', total: expect.any(Number) as number })
      // The first picture is exported, the second is blocked, and the third waits for the second.
      expect(answer!.total! - answer!.done).toBe(2)
    }, EXPORT_WAIT)
    const { _id } = (await visitor.call(dropExport)).answer
    expect(_id).not.toBeNull()
    gate.resolve()
    await vi.waitFor(async () => expect(await storage.get(`${_id}/zip`)).toBeNull(), EXPORT_WAIT)
    expect((await visitor.call(getExport)).answer).toBeNull()
    // A retried job for a removed export does nothing.
    await writeExport(server.platform, { exportId: _id!, accountId })
    expect((await visitor.call(getExport)).answer).toBeNull()
  } finally {
    storage.get = get
    gate.resolve()
  }
})

it('an export reports a failure, and can be requested again', async () => {
  const { visitor } = await person()
  const { storage } = server.platform
  const { putStream } = storage
  storage.putStream = async (_key, bytes) => {
    bytes.destroy()
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  await requestExport(visitor)
  await vi.waitFor(async () => expect(await readExportState(visitor)).toBe('failed'), EXPORT_WAIT)
  storage.putStream = putStream
  await requestExport(visitor)
  await waitForExport(visitor)
})

it('an export is deleted after a week', async () => {
  const { visitor } = await person()
  const { answer } = await requestExport(visitor)
  await waitForExport(visitor)
  server.clock.aheadMs = 7 * DAY_MS + 60_000
  await purgeExpiredExports(server.platform)
  expect(await server.platform.storage.get(`${answer._id}/zip`)).toBeNull()
  const rows = await server.db.selectFrom('exports').select('id').where('id', '=', answer._id).execute()
  expect(rows).toEqual([])
  const expires = new Date((answer as Export).expiresAt).getTime() - new Date((answer as Export).dateAdded).getTime()
  expect(expires).toBe(7 * DAY_MS)
})

it('an export remains stored if deleting its file fails, and is deleted at the next attempt', async () => {
  const { visitor } = await person()
  const { answer } = await requestExport(visitor)
  await waitForExport(visitor)
  const { storage, db } = server.platform
  const { remove } = storage
  const isThere = async () => [
    (await db.selectFrom('exports').select('id').where('id', '=', answer._id).execute()).length,
    (await storage.get(`${answer._id}/zip`)) !== null,
  ]
  storage.remove = () => Promise.reject(new Error('EIO'))
  try {
    expect((await visitor.call(dropExport)).status).toBe(500)
    server.clock.aheadMs = 7 * DAY_MS + 60_000
    await expect(purgeExpiredExports(server.platform)).rejects.toThrow('EIO')
  } finally {
    storage.remove = remove
  }
  expect(await isThere()).toEqual([1, true])
  await purgeExpiredExports(server.platform)
  expect(await isThere()).toEqual([0, false])
})

it('requesting an export again deletes the expired file and the partial files of a killed process', async () => {
  const { visitor } = await person()
  const { answer } = await requestExport(visitor)
  await waitForExport(visitor)
  const { folder } = server.platform.storage as unknown as { folder: string }
  const bytesOf = (id: string) =>
    readdirSync(folder, { recursive: true }).filter(name => String(name).includes(`${id}.zip`))
  const [whole] = bytesOf(answer._id)
  writeFileSync(join(folder, `${String(whole)}.1.part`), 'half of it')
  expect(bytesOf(answer._id)).toHaveLength(2)
  server.clock.aheadMs = 7 * DAY_MS + 60_000
  await server.db.updateTable('sessions').set({ seen_at: server.platform.clock.now() }).execute()
  const again = await requestExport(visitor)
  expect([again.status, again.answer._id === answer._id]).toEqual([200, false])
  expect(bytesOf(answer._id)).toEqual([])
})
