import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/test-server.ts'
import type { KeyedError } from '../errors.ts'
import { purgeOldAttempts, type Limit, consume } from './rate-limit.ts'

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
const shiftAttempts = (bucket: string, ms: number) =>
  sql`update attempts set at = array(select hit - ${ms}::float8 * interval '1 millisecond' from unnest(at) hit) where bucket = ${bucket}`.execute(
    server.db,
  )

describe('a limit with backoff', () => {
  const backoffLimit = (bucket: string, address: string, isKnown = false) => ({
    ...limit(bucket, 3),
    caller: { address, isKnown },
  })
  const tryOnce = async (bucket: string, address: string, isKnown = false): Promise<number> => {
    try {
      await consume(server.db, [], backoffLimit(bucket, address, isKnown))
      return 0
    } catch (error) {
      return Number((error as KeyedError).params!.seconds)
    }
  }
  const fillBucket = async (bucket: string) => {
    for (let count = 0; count < 3; count++) expect(await tryOnce(bucket, `filler ${count}`)).toBe(0)
  }
  /** Simulates that `seconds` have passed since the last attempt and since every refusal. */
  const advance = async (bucket: string, seconds: number) => {
    await shiftAttempts(bucket, seconds * 1000)
    await sql`update waits set due_at = due_at - ${seconds}::int * interval '1 second' where bucket = ${bucket}`.execute(
      server.db,
    )
  }

  it('doubles the wait with each counted attempt up to 30 s, and admits a caller after the wait', async () => {
    await fillBucket('doubling')
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      const address = `stranger ${seconds}`
      expect(await tryOnce('doubling', address)).toBe(seconds)
      // A further attempt neither extends nor cancels the wait. On a busy machine a second may have passed.
      if (seconds > 8)
        expect(await tryOnce('doubling', address)).toBeOneOf(Array.from({ length: seconds }, (_, count) => count + 1))
      await advance('doubling', seconds)
      expect(await tryOnce('doubling', address)).toBe(0)
    }
    expect(await attemptsIn('doubling')).toBe(3 + 7)
  })

  it('never locks a caller out: attempts of other callers do not extend the wait', async () => {
    await fillBucket('crowded')
    expect(await tryOnce('crowded', 'owner')).toBe(1)
    await Promise.all(Array.from({ length: 30 }, (_, count) => tryOnce('crowded', `stranger ${count}`)))
    await advance('crowded', 2)
    expect(await tryOnce('crowded', 'owner')).toBe(0)
  })

  it('admits unknown callers one by one; callers who logged in before do not wait for unknown callers', async () => {
    await fillBucket('one by one')
    const waitTimes = []
    for (const address of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) waitTimes.push(await tryOnce('one by one', address))
    // On a busy machine a second may have passed between two attempts.
    expect([waitTimes.slice(0, 1), waitTimes.at(-1)]).toEqual([[1], expect.toBeOneOf([6, 7, 8])])
    expect(await tryOnce('one by one', 'seen', true)).toBe(1)
    await advance('one by one', 1)
    expect([await tryOnce('one by one', 'a'), await tryOnce('one by one', 'seen', true)]).toEqual([0, 0])
  })

  it('does not change the assigned time of a caller, however often others try', async () => {
    await fillBucket('besieged')
    const unknownCallers = Array.from({ length: 40 }, (_, at) => `stranger ${at}`)
    for (const address of unknownCallers) await tryOnce('besieged', address)
    const ownWait = await tryOnce('besieged', 'owner')
    expect(ownWait).toBeGreaterThan(20)
    for (let passed = 0; passed < ownWait; passed += 5) {
      await advance('besieged', 5)
      await Promise.all(unknownCallers.map(address => tryOnce('besieged', address)))
    }
    expect(await tryOnce('besieged', 'owner')).toBe(0)
  })

  it('admits one attempt per 30 s of all repeatedly guessing callers together, and admits new callers before them', async () => {
    await fillBucket('guessed at')
    const guessers = Array.from({ length: 6 }, (_, at) => `guesser ${at}`)
    const wait = async (address: string) => {
      const seconds = await tryOnce('guessed at', address)
      await advance('guessed at', seconds)
      return seconds
    }
    for (const address of guessers)
      for (let turn = 0; turn < 3; turn++) {
        await wait(address)
        expect(await tryOnce('guessed at', address)).toBe(0)
      }
    const waitTimes = []
    for (const address of guessers) waitTimes.push(await tryOnce('guessed at', address))
    for (const [at, seconds] of waitTimes.entries())
      expect(seconds).toBeOneOf([28, 29, 30].map(first => first + 30 * at))
    expect(await tryOnce('guessed at', 'new')).toBeLessThanOrEqual(30)
  })

  it('counts an IPv6 /48 as one caller', async () => {
    await fillBucket('rented')
    const waitTimes = []
    for (let household = 0; household < 20; household++)
      waitTimes.push(await tryOnce('rented', `2001:db8:1:${household.toString(16)}::/64`))
    expect(Math.max(...waitTimes)).toBe(1)
    expect(await tryOnce('rented', '2001:db8:2::/64')).toBe(2)
  })

  it('drops the turns of callers who do not retry in time', async () => {
    await fillBucket('forgotten')
    expect(await tryOnce('forgotten', 'late')).toBe(1)
    await advance('forgotten', 700)
    expect(await tryOnce('forgotten', 'late')).toBe(1)
    await advance('forgotten', 25 * 3600)
    await purgeOldAttempts(server.db)
    expect(await server.db.selectFrom('waits').select('caller').where('bucket', '=', 'forgotten').execute()).toEqual([])
  })
})
