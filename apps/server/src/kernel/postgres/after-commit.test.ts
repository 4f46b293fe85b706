import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/test-server.ts'
import { inTransaction } from './after-commit.ts'
import { createLocalBus } from '../bus.ts'
import { newId } from '../ids.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('empty')
})
afterAll(() => server.close())

it('callbacks run after the commit, in order', async () => {
  const published: string[] = []
  const id = newId()
  const answer = await inTransaction(server.db, async (tx, afterCommit) => {
    await tx.insertInto('organizations').values({ id, name: 'Une' }).execute()
    afterCommit(() => published.push('first'))
    afterCommit(() => published.push('second'))
    expect(published).toEqual([])
    return 'answer'
  })
  expect([answer, published]).toEqual(['answer', ['first', 'second']])
  expect(await server.db.selectFrom('organizations').select('name').where('id', '=', id).execute()).toEqual([
    { name: 'Une' },
  ])
})

it('no callback runs after a rollback', async () => {
  const published: string[] = []
  const id = newId()
  await expect(
    inTransaction(server.db, async (tx, afterCommit) => {
      afterCommit(() => published.push('never'))
      await tx.insertInto('organizations').values({ id, name: 'Deux' }).execute()
      throw new Error('changed our mind')
    }),
  ).rejects.toThrow('changed our mind')
  await expect(
    inTransaction(server.db, async (tx, afterCommit) => {
      afterCommit(() => published.push('never either'))
      await tx
        .insertInto('channels')
        .values({ id, community_id: newId(), organization_id: null, channel_type: 'ShareChannel' })
        .execute()
    }),
  ).rejects.toThrow()
  expect(published).toEqual([])
  expect(await server.db.selectFrom('organizations').select('id').where('id', '=', id).execute()).toEqual([])
})

it('a failing callback affects neither the result nor later callbacks', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const published: string[] = []
  const bus = createLocalBus()
  bus.subscribe('event.created', () => {
    throw new Error('a listener broke')
  })
  bus.subscribe('event.created', ({ eventId }) => void published.push(eventId))
  const id = newId()
  const answer = await inTransaction(server.db, async (tx, afterCommit) => {
    await tx.insertInto('organizations').values({ id, name: 'Trois' }).execute()
    afterCommit(() => {
      throw new Error('it broke')
    })
    afterCommit(() => bus.publish('event.created', { eventId: id, communityId: id, channelIds: [] }))
    return 'answer'
  })
  expect([answer, published]).toEqual(['answer', [id]])
  expect(log.mock.calls.map(([, error]) => (error as Error).message)).toEqual(['it broke', 'a listener broke'])
  log.mockRestore()
})
