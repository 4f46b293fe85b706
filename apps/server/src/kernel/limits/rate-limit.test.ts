import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bucketAmountOf } from '../../testing/day-limits.ts'
import { iterationsOf } from '../../testing/long.ts'
import { openTestServer, type TestServer } from '../../testing/test-server.ts'
import type { KeyedError } from '../errors.ts'
import { openDb } from '../postgres/db.ts'
import {
  clearAttempts,
  recordAttempts,
  purgeOldAttempts,
  isAmongFirstOfDay,
  type Limit,
  consume,
} from './rate-limit.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('empty')
})
afterAll(() => server.close())

const HOUR_MS = 3_600_000
const limit = (bucket: string, max = 5): Limit => ({ bucket, max, windowMs: HOUR_MS })
const attemptsIn = async (bucket: string) =>
  (
    await server.db
      .selectFrom('attempts')
      .select(sql<number>`cardinality(at)`.as('count'))
      .where('bucket', '=', bucket)
      .executeTakeFirst()
  )?.count ?? 0
const age = (bucket: string, ms: number) =>
  sql`update attempts set at = array(select hit - ${ms}::float8 * interval '1 millisecond' from unnest(at) hit) where bucket = ${bucket}`.execute(
    server.db,
  )

it('of twenty concurrent calls, a limit allows only its maximum', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => consume(server.db, [limit('crowd')])))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect((outcome.reason as KeyedError).key).toBe('toomanyrequests')
  expect(await attemptsIn('crowd')).toBe(5)
})

it('an attempt counts in none of several limits when one of them is reached', async () => {
  await consume(server.db, [limit('narrow', 1), limit('wide')])
  await expect(consume(server.db, [limit('wide'), limit('narrow', 1)])).rejects.toThrow('toomanyrequests')
  expect([await attemptsIn('narrow'), await attemptsIn('wide')]).toEqual([1, 1])
})

it('limits that are consumed in different orders do not deadlock', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) =>
      consume(server.db, index % 2 ? [limit('a', 99), limit('b', 99)] : [limit('b', 99), limit('a', 99)]),
    ),
  )
  expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true)
})

it('a refusal states the time until the oldest attempt expires', async () => {
  await consume(server.db, [limit('wait', 2)])
  await age('wait', HOUR_MS - 60_000)
  await consume(server.db, [limit('wait', 2)])
  const refusal = await consume(server.db, [limit('wait', 2)]).catch((error: KeyedError) => error)
  expect((refusal as KeyedError).params!.seconds).toBeOneOf([59, 60])
  await age('wait', 60_000)
  await consume(server.db, [limit('wait', 2)])
})

it('a successful call can refund its attempt or clear the bucket', async () => {
  const refund = await consume(server.db, [limit('forgiven'), limit('forgiven too')])
  await consume(server.db, [limit('forgiven')])
  await refund()
  expect([await attemptsIn('forgiven'), await attemptsIn('forgiven too')]).toEqual([1, 0])
  await clearAttempts(server.db, 'forgiven')
  expect(await attemptsIn('forgiven')).toBe(0)
})

it('a bucket stores at most 1,000 attempts, even if its limit is higher', async () => {
  for (let count = 0; count < 3; count++) {
    await sql`insert into attempts values ('endless', array_fill(clock_timestamp(), array[5000]))
      on conflict (bucket) do update set at = attempts.at || excluded.at`.execute(server.db)
    await consume(server.db, [limit('endless', 2 ** 31 - 1)])
    expect(await attemptsIn('endless')).toBe(1000)
  }
})

it('the purge deletes attempts that are older than every window', async () => {
  await consume(server.db, [limit('old')])
  await consume(server.db, [limit('young')])
  await age('old', 25 * HOUR_MS)
  await purgeOldAttempts(server.db)
  expect([await attemptsIn('old'), await attemptsIn('young')]).toEqual([0, 1])
})

it('the purge skips locked rows', async () => {
  await consume(server.db, [limit('held')])
  await age('held', 25 * HOUR_MS)
  const holder = openDb({ connection: server.connection, max: 1 })
  try {
    await holder.transaction().execute(async trx => {
      await sql`select from attempts where bucket = 'held' for update`.execute(trx)
      const sweep = openDb({ connection: server.connection, max: 1, statementTimeoutMs: 1000 })
      await expect(purgeOldAttempts(sweep).finally(() => sweep.destroy())).resolves.toBeUndefined()
    })
  } finally {
    await holder.destroy()
  }
  expect(await attemptsIn('held')).toBe(1)
  await purgeOldAttempts(server.db)
  expect(await attemptsIn('held')).toBe(0)
})

it('of several concurrent calls only one counts as the first of the day', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => isAmongFirstOfDay(server.db, 'told')))
  expect(answers.filter(Boolean)).toHaveLength(1)
  await age('told', 25 * HOUR_MS)
  expect(await isAmongFirstOfDay(server.db, 'told')).toBe(true)
})

describe('a limit of an amount, such as bytes', () => {
  const amount = (bucket: string, more: number): Limit => ({ bucket, max: 100, windowMs: 24 * HOUR_MS, amount: more })
  const hour = (hoursAgo: number) => {
    const at = new Date(Date.now() - hoursAgo * HOUR_MS)
    at.setMinutes(0, 0, 0)
    return at
  }
  const set = (bucket: string, hours: [hoursAgo: number, amount: number][]) =>
    server.db
      .insertInto('attempts')
      .values({ bucket, at: hours.map(([ago]) => hour(ago)), amounts: hours.map(([, one]) => one) })
      .execute()

  it('can be reached exactly, and does not count refused amounts', async () => {
    const { db } = server
    expect(await recordAttempts(db, [amount('much', 60)])).toEqual([{ bucket: 'much', at: null, used: 60 }])
    const refusal = (await recordAttempts(db, [amount('much', 41), limit('beside')]).catch(
      error => error,
    )) as KeyedError
    expect([refusal.key, refusal.params!.limit]).toEqual(['toomanyrequests', 'day'])
    expect([await bucketAmountOf(db, 'much'), await attemptsIn('beside')]).toEqual([60, 0])
    expect((await recordAttempts(db, [amount('much', 40)]))[0]!.used).toBe(100)
    expect(await recordAttempts(db, [amount('much', 0)])).toEqual([])
  })

  it('allows its maximum in twenty concurrent calls and no more', async () => {
    const calls = Array.from({ length: 20 }, () => recordAttempts(server.db, [amount('rush', 30)]))
    const passed = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled')
    expect([passed.length, await bucketAmountOf(server.db, 'rush')]).toEqual([3, 90])
  })

  it('releases its amounts hour by hour, and a refusal states when enough has expired', async () => {
    const { db } = server
    await set('rolling', [
      [24, 50],
      [23, 20],
      [10, 70],
    ])
    expect((await recordAttempts(db, [amount('rolling', 10)]))[0]!.used).toBe(100)
    const secondsTo = (hoursAgo: number) => (hour(hoursAgo).getTime() + 24 * HOUR_MS - Date.now()) / 1000
    const wait = async (more: number) => {
      const refusal = (await recordAttempts(db, [amount('rolling', more)]).catch(error => error)) as KeyedError
      return Number(refusal.params!.seconds)
    }
    expect(Math.abs((await wait(20)) - secondsTo(23))).toBeLessThan(3)
    expect(Math.abs((await wait(21)) - secondsTo(10))).toBeLessThan(3)
  })

  it('has its old amounts purged and its new amounts retained', async () => {
    await set('old amount', [[25, 5]])
    await set('new amount', [[2, 5]])
    await purgeOldAttempts(server.db)
    expect([await bucketAmountOf(server.db, 'old amount'), await bucketAmountOf(server.db, 'new amount')]).toEqual([
      0, 5,
    ])
  })
})

describe('old buckets', () => {
  const COUNT = iterationsOf('OLD_BUCKETS', 20_000, 1_000_000)
  const insertBuckets = (name: string, age: string, count: number) =>
    sql`insert into attempts (bucket, at) select ${name} || n, array[now() - ${age}::interval] from generate_series(1, ${count}) n`.execute(
      server.db,
    )
  const remaining = async (name: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from attempts where starts_with(bucket, ${name})`.execute(server.db)
    return rows[0]!.count
  }

  it(`are purged in batches (${COUNT}), each within the statement timeout, by two concurrent runs that skip locked rows`, async () => {
    await insertBuckets('fresh ', '23 hours', 100)
    await insertBuckets('stale ', '25 hours', COUNT)
    await server.db.insertInto('attempts').values({ bucket: 'forgiven', at: [] }).execute()
    const db = openDb({ connection: server.connection, max: 3, statementTimeoutMs: 5000 })
    const held = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    const holder = db.transaction().execute(async tx => {
      await tx.selectFrom('attempts').select('bucket').where('bucket', '=', 'stale 7').forUpdate().execute()
      isHeld.resolve()
      await held.promise
    })
    try {
      await isHeld.promise
      await Promise.all([purgeOldAttempts(db), purgeOldAttempts(db)])
      expect([await remaining('stale '), await remaining('fresh '), await remaining('forgiven')]).toEqual([1, 100, 0])
    } finally {
      held.resolve()
      await holder
      await db.destroy()
    }
    await purgeOldAttempts(server.db)
    expect([await remaining('stale '), await remaining('fresh ')]).toEqual([0, 100])
  }, 300_000)
})
