// alone: this test sends a hundred megabytes
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { MAX_PICTURE_BYTES } from '@parvis/contract/limits.ts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { multipartOf } from '../../testing/multipart.ts'
import { asMembers, asPerson } from '../../testing/people.ts'
import { noisyPicture } from '../../testing/pictures.ts'
import { type LiveSockets, expectEventually, openLiveSockets } from '../../testing/live-clients.ts'
import { requestHeadOf, openSlowClient, type SlowClient, statusOf } from '../../testing/slow-client.ts'
import { openTestServer, type TestServer, type Visitor } from '../../testing/test-server.ts'
import { createUploads, MAX_UPLOADS } from './uploads.ts'

const MiB = 1024 * 1024
const MEMORY_BUDGET_BYTES = 20 * MiB
const TIMEOUT_MS = 30_000
const parent = mkdtempSync(join(tmpdir(), 'parvis-test-uploads-'))
const folder = join(parent, 'uploads')
const files = () => (existsSync(folder) ? readdirSync(folder) : [])

let server: TestServer
let sockets: LiveSockets
const clients: SlowClient[] = []
beforeAll(async () => {
  server = await openTestServer('demo', { uploads: { folder, maxBufferedBytes: MEMORY_BUDGET_BYTES } })
  sockets = await openLiveSockets(server)
})
afterEach(() => {
  for (const { socket } of clients.splice(0)) socket.destroy()
})
afterAll(async () => {
  await server.close()
  rmSync(parent, { recursive: true, force: true })
})

const form = { 'content-type': 'multipart/form-data; boundary=x' }
const firstPart = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.jpg"\r\n\r\n'

const startUpload = async (visitor: Visitor, bytes: Buffer) => {
  const client = await openSlowClient(sockets.host)
  clients.push(client)
  const length = { 'content-length': bytes.length + 1000 }
  client.socket.write(requestHeadOf(sockets.host, 'POST', '/media', visitor, { ...form, ...length }))
  client.socket.write(firstPart)
  await new Promise<void>(done => void client.socket.write(bytes, () => done()))
  return client
}
const bufferedBytes = () => server.app.uploads.bufferedBytes()

it('unfinished uploads stay within the memory budget, use the disk beyond it, and leave no files', async () => {
  const nine = Buffer.alloc(9 * MiB, 'x')
  const members = await asMembers(server, 4)
  let maxBuffered = 0
  for (const { visitor } of members)
    for (let n = 0; n < 3; n++) {
      await startUpload(visitor, nine)
      maxBuffered = Math.max(maxBuffered, bufferedBytes())
    }
  // Two uploads are held in memory, the ten others on disk.
  await vi.waitFor(() => expect(files().length).toBeGreaterThanOrEqual(10), { timeout: TIMEOUT_MS })
  expect(maxBuffered).toBeGreaterThan(5 * MiB)
  expect(maxBuffered).toBeLessThanOrEqual(MEMORY_BUDGET_BYTES)
  expect(bufferedBytes()).toBeLessThanOrEqual(MEMORY_BUDGET_BYTES)
  const onDisk = () => files().reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  await vi.waitFor(() => expect(onDisk() + bufferedBytes()).toBeGreaterThan(12 * nine.length - MiB), {
    timeout: TIMEOUT_MS,
  })

  // The upload of another member succeeds, stored in a file.
  const picture = await noisyPicture(1500, 1000).png().toBuffer()
  expect(picture.length).toBeGreaterThan(3 * MiB)
  const { visitor } = await asPerson(server, { email: 'other@uploads.example', community: 'les-tilleuls' })
  const reply = await visitor.send({ method: 'POST', url: '/media', ...multipartOf([['files', picture]]) })
  expect(reply.answer).toMatchObject({ width: 1500 })

  for (const { socket } of clients) socket.destroy()
  await vi.waitFor(() => expect([bufferedBytes(), files()]).toEqual([0, []]), { timeout: TIMEOUT_MS })
}, 120_000)

it('uploads refused for their size or type are removed from memory and disk', async () => {
  const { visitor } = await asPerson(server, { email: 'refused@uploads.example', community: 'les-tilleuls' })
  const [first, second] = await asMembers(server, 2)
  const send = (bytes: Buffer) => visitor.send({ method: 'POST', url: '/media', ...multipartOf([['files', bytes]]) })
  await startUpload(first!.visitor, Buffer.alloc(9.9 * MiB, 'x'))
  await startUpload(second!.visitor, Buffer.alloc(9.9 * MiB, 'x'))
  await expectEventually(() => bufferedBytes() > 19 * MiB, true, TIMEOUT_MS)
  expect((await send(Buffer.alloc(MAX_PICTURE_BYTES + 1))).error.key).toBe('toolarge')
  expect((await send(Buffer.alloc(MAX_PICTURE_BYTES))).error.key).toBe('unsupportedmedia')
  await vi.waitFor(() => expect(files()).toEqual([]), { timeout: TIMEOUT_MS })
  for (const { socket } of clients) socket.destroy()
  await expectEventually(bufferedBytes, 0, TIMEOUT_MS)
}, 60_000)

it('a second file in one request is refused, and so is a body that is too long for one file', async () => {
  const { visitor } = await asPerson(server, { email: 'two@uploads.example', community: 'les-tilleuls' })
  const picture = await noisyPicture(40, 30).png().toBuffer()
  const two = multipartOf([
    ['files', picture],
    ['files', picture],
  ])
  const refused = await visitor.send({ method: 'POST', url: '/media', ...two })
  expect(refused.error).toMatchObject({ key: 'badrequest', field: 'files' })
  const client = await openSlowClient(sockets.host)
  clients.push(client)
  const length = { 'content-length': MAX_PICTURE_BYTES + MiB }
  client.socket.write(requestHeadOf(sockets.host, 'POST', '/media', visitor, { ...form, ...length }))
  await expectEventually(() => statusOf(client), 413, TIMEOUT_MS)
})

it('the folder with the files left by a killed process is removed at the next start', async () => {
  const left = join(parent, 'left')
  const uploads = createUploads({ folder: left, maxBufferedBytes: 0 })
  const started = uploads.startUpload('somebody')
  await started.receiveFile(Readable.from([Buffer.from('abc')]))
  writeFileSync(join(left, 'another'), 'x')
  expect(readdirSync(left)).toHaveLength(2)
  const other = await openTestServer('empty', { uploads: { folder: left } })
  await other.app.ready()
  expect(existsSync(left)).toBe(false)
  await other.close()
  started.discard()
})

it('a disk error during an upload is reported as a server error, and leaves no files', async () => {
  const file = join(parent, 'no-folder')
  const other = await openTestServer('demo', { uploads: { folder: join(file, 'x'), maxBufferedBytes: 0 } })
  await other.app.ready()
  writeFileSync(file, '')
  const { visitor } = await asPerson(other, { email: 'full@uploads.example', community: 'les-tilleuls' })
  const reply = await visitor.send({ method: 'POST', url: '/media', ...multipartOf([['files', Buffer.alloc(100)]]) })
  expect([reply.status, reply.error.key]).toEqual([500, 'unexpectederror'])
  expect(other.app.uploads.bufferedBytes()).toBe(0)
  rmSync(file)
  await other.close()
})

it('the number of uploads in progress is limited, and each upload that ends frees one slot', () => {
  const uploads = createUploads({ folder, maxBufferedBytes: 0 })
  const started = Array.from({ length: MAX_UPLOADS }, (_, n) => uploads.startUpload(`member ${n}`))
  expect(() => uploads.startUpload('one more')).toThrow(expect.objectContaining({ key: 'toomanyrequests' }))
  started[0]!.discard()
  started[0]!.discard()
  uploads.startUpload('one more')
  expect(() => uploads.startUpload('yet one more')).toThrow(expect.objectContaining({ key: 'toomanyrequests' }))
})
