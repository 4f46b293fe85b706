import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../testing/test-server.ts'
import type { KeyedError } from './errors.ts'
import { clearHits, forgetOldHits, type Limit, takeHits } from './rate-limit.ts'

let server: TestServer
beforeAll(async () => { server = await openTestServer('empty') })
afterAll(() => server.close())

const HOUR_MS = 3_600_000
const limit = (bucket: string, most = 5): Limit => ({ bucket, most, windowMs: HOUR_MS })
const hits = async (bucket: string) => Number((await server.db.selectFrom('attempts').select(eb => eb.fn.countAll().as('count')).where('bucket', '=', bucket).executeTakeFirstOrThrow()).count)
const age = (bucket: string, ms: number) => sql`update attempts set at = at - ${ms}::float8 * interval '1 millisecond' where bucket = ${bucket}`.execute(server.db)

it('twenty calls at once pass no more often than the limit says', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => takeHits(server.db, [limit('crowd')])))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect((outcome.reason as KeyedError).key).toBe('toomanyrequests')
  expect(await hits('crowd')).toBe(5)
})

it('of several limits the full one refuses, and none is counted', async () => {
  await takeHits(server.db, [limit('narrow', 1), limit('wide')])
  await expect(takeHits(server.db, [limit('wide'), limit('narrow', 1)])).rejects.toThrow('toomanyrequests')
  expect([await hits('narrow'), await hits('wide')]).toEqual([1, 1])
})

it('limits taken in any order do not wait for each other for ever', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => takeHits(server.db, index % 2 ? [limit('a', 99), limit('b', 99)] : [limit('b', 99), limit('a', 99)])))
  expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true)
})

it('says how long to wait, until the oldest is forgiven', async () => {
  await takeHits(server.db, [limit('wait', 2)])
  await age('wait', HOUR_MS - 60_000)
  await takeHits(server.db, [limit('wait', 2)])
  const refusal = await takeHits(server.db, [limit('wait', 2)]).catch((error: KeyedError) => error)
  expect((refusal as KeyedError).params!.seconds).toBeOneOf([59, 60])
  await age('wait', 60_000)
  await takeHits(server.db, [limit('wait', 2)])
})

it('a success takes its own hit back, or clears the bucket', async () => {
  const forgive = await takeHits(server.db, [limit('forgiven'), limit('forgiven too')])
  await takeHits(server.db, [limit('forgiven')])
  await forgive()
  expect([await hits('forgiven'), await hits('forgiven too')]).toEqual([1, 0])
  await clearHits(server.db, 'forgiven')
  expect(await hits('forgiven')).toBe(0)
})

it('what no window reaches is dropped', async () => {
  await takeHits(server.db, [limit('old')])
  await takeHits(server.db, [limit('young')])
  await age('old', 25 * HOUR_MS)
  await forgetOldHits(server.db)
  expect([await hits('old'), await hits('young')]).toEqual([0, 1])
})
