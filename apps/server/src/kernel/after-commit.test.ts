import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../testing/test-server.ts'
import { inTransaction } from './after-commit.ts'
import { newId } from './ids.ts'

let server: TestServer
beforeAll(async () => { server = await openTestServer('empty') })
afterAll(() => server.close())

it('tells what was committed, in order, when others can see it', async () => {
  const told: string[] = []
  const id = newId()
  const answer = await inTransaction(server.db, async (tx, afterCommit) => {
    await tx.insertInto('organizations').values({ id, name: 'Une' }).execute()
    afterCommit(() => told.push('first'))
    afterCommit(() => told.push('second'))
    expect(told).toEqual([])
    return 'answer'
  })
  expect([answer, told]).toEqual(['answer', ['first', 'second']])
  expect(await server.db.selectFrom('organizations').select('name').where('id', '=', id).execute()).toEqual([{ name: 'Une' }])
})

it('tells nothing of what was rolled back', async () => {
  const told: string[] = []
  const id = newId()
  await expect(inTransaction(server.db, async (tx, afterCommit) => {
    afterCommit(() => told.push('never'))
    await tx.insertInto('organizations').values({ id, name: 'Deux' }).execute()
    throw new Error('changed our mind')
  })).rejects.toThrow('changed our mind')
  await expect(inTransaction(server.db, async (tx, afterCommit) => {
    afterCommit(() => told.push('never either'))
    await tx.insertInto('channels').values({ id, community_id: newId(), organization_id: null, channel_type: 'ShareChannel' }).execute()
  })).rejects.toThrow()
  expect(told).toEqual([])
  expect(await server.db.selectFrom('organizations').select('id').where('id', '=', id).execute()).toEqual([])
})
