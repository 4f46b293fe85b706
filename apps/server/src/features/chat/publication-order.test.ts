// Messages are published in the order in which they were sent, even if their conversation must be read first.
import { sendMessage } from '@parvis/contract/chat.ts'
import type { RawNode } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { newId } from '#server/kernel/ids.ts'
import { userIdOf } from '#server/testing/people.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { recentMessages } from './recent-messages.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

it('the first messages of a conversation are published in their order, however long reading it takes', async () => {
  const reads: PromiseWithResolvers<void>[] = []
  let isHeld = true
  const heldIds = new WeakSet<object>()
  const db = server.db.withPlugin({
    transformQuery({ node, queryId }) {
      if ((node as RawNode).sqlFragments?.some(text => text.includes('as host_id'))) heldIds.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (isHeld && heldIds.has(queryId)) {
        const gate = Promise.withResolvers<void>()
        reads.push(gate)
        await gate.promise
      }
      return result
    },
  })
  const platform = { ...server.platform, db, state: new Map() }
  const app = await buildApp(platform, { logLevel: 'silent' })
  const [from, to] = [await server.as('neighbor'), await server.as('neighbor2')]
  const published: string[] = []
  platform.bus.subscribe('message.created', ({ id }) => void published.push(id))
  const toUserId = await userIdOf(to)
  const send = async (text: string) => {
    const { method, path } = sendMessage
    const answer = await app.inject({
      method,
      url: path,
      headers: {
        host: 'parvis.test',
        origin: 'http://parvis.test',
        cookie: [...from.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      payload: { to: toUserId, text, tmpId: newId() },
    })
    return answer.json<{ _id: string }>()._id
  }

  const first = send('Un')
  await vi.waitFor(() => expect(reads).toHaveLength(1))
  const second = send('Deux')
  await vi.waitFor(() => expect(recentMessages(platform).size).toBe(2))
  // The conversation is read now. Whoever found it unread reads it again, while it is cached for the third message.
  reads[0]!.resolve()
  await vi.waitFor(() => expect(published).not.toHaveLength(0))
  const third = await send('Trois')
  isHeld = false
  for (const { resolve } of reads) resolve()
  expect(published).toEqual([await first, await second, third])
  await app.close()
})
