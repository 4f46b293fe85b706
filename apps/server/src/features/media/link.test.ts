import { linkMedia } from '@parvis/contract/media.ts'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CANARY, tellingPicture } from '#server/testing/pictures.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

it('fetches a linked picture once and strips its metadata, as for an upload', async () => {
  const asked: string[] = []
  const bytes = await tellingPicture().jpeg().toBuffer()
  server.platform.fetchOutside = async address => {
    asked.push(address)
    return bytes
  }
  const neighbor = await server.as('neighbor')
  const uri = 'https://pictures.example/cat.jpg'
  const { answer } = await neighbor.call(linkMedia, { body: { uri } })
  expect(asked).toEqual([uri])
  const stored = await server.platform.storage.get(`${answer._id}/full`)
  const kept = await buffer(stored!.stream())
  expect([kept.includes('WEBP'), kept.includes(CANARY)]).toEqual([true, false])
})

it('refuses a link that is no picture and stores nothing', async () => {
  server.platform.fetchOutside = async () => Buffer.from('<svg onload="alert(1)"/>')
  const neighbor = await server.as('neighbor')
  const before = await server.db.selectFrom('media').select('id').execute()
  const reply = await neighbor.call(linkMedia, { body: { uri: 'https://pictures.example/cat.svg' } })
  expect([reply.status, reply.error.key]).toEqual([415, 'unsupportedmedia'])
  expect(await server.db.selectFrom('media').select('id').execute()).toHaveLength(before.length)
})
