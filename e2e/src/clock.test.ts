// features: app
// The clock of a device can be wrong: the age of a post is computed from the time of the server.
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { reportFigures } from '../../apps/server/src/testing/figures.ts'
import { isLong } from '../../apps/server/src/testing/long.ts'
import { interceptCalls } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites?filter=all'
const HOUR_MS = 3_600_000
const AGE_MIN = 25
/** The post is 25 minutes old; a busy machine may take some minutes more. */
const correctAge = /^2[5-9] min ago$/

beforeAll(async () => {
  const { db, communityId } = testServer().server
  const community = await communityId('les-tilleuls')
  const newest = db
    .selectFrom('events')
    .select('id')
    .where('community_id', '=', community)
    .orderBy('id', 'desc')
    .limit(1)
  await db
    .updateTable('events')
    .set({ created_at: new Date(Date.now() - AGE_MIN * 60_000) })
    .where('community_id', '=', community)
    .where('id', '=', newest)
    .execute()
})

/** The age of the newest post on a device whose clock is ahead by `hours`, or behind if negative. */
const ageOnDevice = async (
  hours: number,
  prepare: (page: Page) => Promise<void>,
  expectedAge: RegExp,
): Promise<string> => {
  const { page } = await testServer().newPage({ as: 'neighbor' })
  await page.clock.install({ time: Date.now() + hours * HOUR_MS })
  await prepare(page)
  await page.goto(FEED)
  const time = page.getByRole('article').first().getByRole('time')
  await time.waitFor()
  await page.waitForLoadState('networkidle')
  const shownAge = async () => ((await time.textContent()) ?? '').replaceAll('\u00a0', ' ')
  await expect.poll(shownAge).toMatch(expectedAge)
  return shownAge()
}

/** A planted fault: removes the server time from pages and responses. */
const hideServerTime = async (page: Page) => {
  await interceptCalls(page, /\/nothing$/, route => route.fallback())
  await page.addInitScript(() => {
    const get = Headers.prototype.get
    Headers.prototype.get = function (name) {
      return name === 'date' ? null : get.call(this, name)
    }
  })
}

it.each(isLong ? [1, -1] : [1])(
  'a device whose clock is %i h ahead shows the right age of a post, unless the server time is missing',
  async hours => {
    const withPage = await ageOnDevice(hours, async () => {}, correctAge)
    // This page carries no server time: only the API responses do.
    const withCallsOnly = await ageOnDevice(
      hours,
      page => interceptCalls(page, /\/nothing$/, route => route.fallback()),
      correctAge,
    )
    const planted = isLong && (await ageOnDevice(hours, hideServerTime, hours > 0 ? /^1 h ago$/ : /^just now$/))
    reportFigures('age of a post by a wrong clock', null, { hoursAhead: hours, withPage, withCallsOnly, planted })
  },
)
