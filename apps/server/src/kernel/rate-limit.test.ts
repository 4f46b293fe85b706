import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../testing/test-server.ts'
import type { KeyedError } from './errors.ts'
import { clearHits, forgetOldHits, isFirstInDay, type Limit, takeHits } from './rate-limit.ts'

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

describe('a door that is slowed down', () => {
  const slow = (bucket: string, address: string, isSeen = false) => ({ ...limit(bucket, 3), caller: { address, isSeen } })
  const knock = async (bucket: string, address: string, isSeen = false): Promise<number> => {
    try {
      await takeHits(server.db, [], slow(bucket, address, isSeen))
      return 0
    } catch (error) {
      return Number((error as KeyedError).params!.seconds)
    }
  }
  const fill = async (bucket: string) => {
    for (let count = 0; count < 3; count++) expect(await knock(bucket, `filler ${count}`)).toBe(0)
  }
  /** As if so much time had passed since the last try and since everybody was told to wait. */
  const pass = async (bucket: string, seconds: number) => {
    await age(bucket, seconds * 1000)
    await sql`update waits set due_at = due_at - ${seconds}::int * interval '1 second' where bucket = ${bucket}`.execute(server.db)
  }

  it('makes each caller wait twice as long as the one before, to half a minute, and then lets them in', async () => {
    await fill('doubling')
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      const address = `stranger ${seconds}`
      expect(await knock('doubling', address)).toBe(seconds)
      // Knocking again makes it neither longer nor void; a busy machine may have let a second pass.
      if (seconds > 8) expect(await knock('doubling', address)).toBeOneOf(Array.from({ length: seconds }, (_, count) => count + 1))
      await pass('doubling', seconds)
      expect(await knock('doubling', address)).toBe(0)
    }
    expect(await hits('doubling')).toBe(3 + 7)
  })

  it('is never shut: however many knock, the wait of one is not made longer', async () => {
    await fill('crowded')
    expect(await knock('crowded', 'owner')).toBe(1)
    await Promise.all(Array.from({ length: 30 }, (_, count) => knock('crowded', `stranger ${count}`)))
    await pass('crowded', 2)
    expect(await knock('crowded', 'owner')).toBe(0)
  })

  it('is opened to one stranger at a time; who has been here before waits for no stranger', async () => {
    await fill('one by one')
    for (const address of ['a', 'b', 'c']) await knock('one by one', address)
    await knock('one by one', 'seen', true)
    await pass('one by one', 2)
    expect(await knock('one by one', 'a')).toBe(0)
    // However long this machine took, it was a moment ago.
    await age('one by one', -60_000)
    expect([await knock('one by one', 'b'), await knock('one by one', 'c')]).toEqual([1, 1])
    expect(await knock('one by one', 'seen', true)).toBe(0)
    await pass('one by one', 120)
    expect(await knock('one by one', 'b')).toBe(0)
  })

  it('forgets who does not come back', async () => {
    await fill('forgotten')
    expect(await knock('forgotten', 'late')).toBe(1)
    await pass('forgotten', 700)
    expect(await knock('forgotten', 'late')).toBe(1)
    await pass('forgotten', 25 * 3600)
    await forgetOldHits(server.db)
    expect(await server.db.selectFrom('waits').select('caller').where('bucket', '=', 'forgotten').execute()).toEqual([])
  })
})

it('what is told once is told once a day, whoever asks at once', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => isFirstInDay(server.db, 'told')))
  expect(answers.filter(Boolean)).toHaveLength(1)
  await age('told', 25 * HOUR_MS)
  expect(await isFirstInDay(server.db, 'told')).toBe(true)
})
