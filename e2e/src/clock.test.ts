// features: app
// The clock of a device can be wrong: the age of a post is computed from the time of the server.
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { tellFigures } from '../../apps/server/src/testing/figures.ts'
import { isLong } from '../../apps/server/src/testing/long.ts'
import { onCall } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites?filter=all'
const HOUR_MS = 3_600_000
const AGE_MIN = 25
/** A busy machine may take some minutes. */
const right = /^2[5-9] min ago$/

beforeAll(async () => {
  const { db, communityId } = stage().server
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

/** The age of the newest post on a device whose clock is ahead by so many hours, or behind. */
const ageOn = async (hours: number, prepare: (page: Page) => Promise<void>, settled: RegExp): Promise<string> => {
  const { page } = await stage().welcome({ as: 'neighbor' })
  await page.clock.install({ time: Date.now() + hours * HOUR_MS })
  await prepare(page)
  await page.goto(FEED)
  const time = page.getByRole('article').first().getByRole('time')
  await time.waitFor()
  await page.waitForLoadState('networkidle')
  const said = async () => ((await time.textContent()) ?? '').replaceAll('\u00a0', ' ')
  await expect.poll(said).toMatch(settled)
  return said()
}

/** Removes the server time from pages and responses: a planted fault. */
const hideServerTime = async (page: Page) => {
  await onCall(page, /\/nothing$/, route => route.fallback())
  await page.addInitScript(() => {
    const get = Headers.prototype.get
    Headers.prototype.get = function (name) {
      return name === 'date' ? null : get.call(this, name)
    }
  })
}

it.each(isLong ? [1, -1] : [1])(
  'shows the right age of a post on a clock that is %i h ahead, and fails without the time of the server',
  async hours => {
    const withPage = await ageOn(hours, async () => {}, right)
    // A page that carries no time: only the responses do.
    const byCalls = await ageOn(hours, page => onCall(page, /\/nothing$/, route => route.fallback()), right)
    const planted = isLong && (await ageOn(hours, hideServerTime, hours > 0 ? /^1 h ago$/ : /^just now$/))
    tellFigures('age of a post by a wrong clock', null, { hoursAhead: hours, withPage, byCalls, planted })
  },
)
