import { comesOfAgeOn, isUnderAge } from '@parvis/contract/profile.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { addPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { isMinorColumn, findMinors } from '#server/kernel/minors.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

test.each([
  ['2011-06-15', '2026-06-14', true],
  ['2011-06-15', '2026-06-15', false],
  // In a year without a 29 February, somebody born on that day is a year older on 1 March.
  ['2012-02-29', '2027-02-28', true],
  ['2012-02-29', '2027-03-01', false],
  ['2009-02-28', '2024-02-28', false],
  ['2009-03-01', '2024-02-29', true],
  ['2011-01-01', '2025-12-31', true],
  [null, '2026-06-14', false],
] as const)('with the birth date %s a member is on %s a minor: %s', async (birthdate, today, expected) => {
  expect(isUnderAge(birthdate, today, 15)).toBe(expected)
  if (birthdate) expect(today < comesOfAgeOn(birthdate, 15)).toBe(expected)
  // The SQL function must return the same.
  const { rows } = await sql<{ minor: boolean }>`
    select ${isMinorColumn('u', new Date(`${today}T12:00:00Z`), 15)} as minor from (select community_id, ${birthdate}::date as birthdate
      from users limit 1) u`.execute(server.db)
  expect(rows).toEqual([{ minor: expected }])
})

it('a minor comes of age on the birthday in the time zone of the community', async () => {
  const { db, platform, clock } = server
  const communityId = await server.communityId('les-tilleuls')
  const { userId } = await addPerson(server, { email: 'jour@minors.example', community: 'les-tilleuls' })
  const unknown = await addPerson(server, { email: 'sans@minors.example', community: 'les-tilleuls' })
  await db.updateTable('users').set({ birthdate: '2012-07-20' }).where('id', '=', userId).execute()
  const timezones = { 'Pacific/Kiritimati': '2027-07-19T10:00:00Z', 'America/Los_Angeles': '2027-07-20T07:00:00Z' }
  const { timezone } = await db
    .selectFrom('communities')
    .select('timezone')
    .where('id', '=', communityId)
    .executeTakeFirstOrThrow()
  const { aheadMs } = clock
  try {
    for (const [zone, midnight] of Object.entries(timezones)) {
      await db.updateTable('communities').set({ timezone: zone }).where('id', '=', communityId).execute()
      const ask = async (minutes: number) => {
        clock.aheadMs = Date.parse(midnight) + minutes * 60_000 - Date.now()
        return [...(await findMinors(platform, communityId, [userId, unknown.userId, userId]))]
      }
      expect(await ask(-1)).toEqual([userId])
      expect(await ask(1)).toEqual([])
    }
    expect(await findMinors(platform, communityId, [])).toEqual(new Set())
    // Users of other communities are not returned.
    clock.aheadMs = aheadMs
    expect(await findMinors(platform, await server.communityId('residence-du-lac'), [userId])).toEqual(new Set())
  } finally {
    clock.aheadMs = aheadMs
    await db.updateTable('communities').set({ timezone }).where('id', '=', communityId).execute()
  }
})
