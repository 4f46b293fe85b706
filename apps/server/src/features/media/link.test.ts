import { linkMedia } from '@parvis/contract/media.ts'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CANARY, pictureWithMetadata } from '#server/testing/pictures.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

it('a picture added by its URL is fetched once and stored without its metadata', async () => {
  const fetchedUrls: string[] = []
  const bytes = await pictureWithMetadata().jpeg().toBuffer()
  server.platform.fetchExternal = async address => {
    fetchedUrls.push(address)
    return bytes
  }
  const neighbor = await server.as('neighbor')
  const uri = 'https://pictures.example/cat.jpg'
  const { answer } = await neighbor.call(linkMedia, { body: { uri } })
  expect(fetchedUrls).toEqual([uri])
  const stored = await server.platform.storage.get(`${answer._id}/full`)
  const storedBytes = await buffer(stored!.stream())
  expect([storedBytes.includes('WEBP'), storedBytes.includes(CANARY)]).toEqual([true, false])
})

it('a URL of anything but a picture is refused, and nothing is stored', async () => {
  server.platform.fetchExternal = async () => Buffer.from('<svg onload="alert(1)"/>')
  const neighbor = await server.as('neighbor')
  const before = await server.db.selectFrom('media').select('id').execute()
  const reply = await neighbor.call(linkMedia, { body: { uri: 'https://pictures.example/cat.svg' } })
  expect([reply.status, reply.error.key]).toEqual([415, 'unsupportedmedia'])
  expect(await server.db.selectFrom('media').select('id').execute()).toHaveLength(before.length)
})
