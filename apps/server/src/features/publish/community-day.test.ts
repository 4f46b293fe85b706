// Today and tomorrow are days in the community’s time zone, at every hour.
import { listCalendarDays } from '@parvis/contract/calendar.ts'
import { getEvent, pinEvent } from '@parvis/contract/feed.ts'
import { endOfDay } from '@parvis/contract/past-event.ts'
import { addDays, instantAt } from '@parvis/contract/zoned-time.ts'
import {
  listTemplateCategories,
  listTemplateDates,
  MAX_DAYS_AHEAD,
  publishTemplate,
} from '@parvis/contract/templates.ts'
import { zonedMoments } from '@parvis/contract/testing/zoned-moments.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { isStayOver, READ_ONLY_DAYS } from '../session/access.service.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

const visitAt = async (now: number, timezone: string, account: string) => {
  await server.db.updateTable('communities').set({ timezone }).where('custom_uri', '=', 'les-tilleuls').execute()
  await server.db.deleteFrom('attempts').execute()
  server.clock.aheadMs = now - Date.now()
  return server.as(account)
}

describe.each(zonedMoments)('at $title', ({ timezone, today, tomorrow, now }) => {
  it('templates offer days from today on, and a post is published for the chosen day', async () => {
    const neighbor = await visitAt(now, timezone, 'neighbor')
    const offered = (await neighbor.call(listTemplateDates)).answer.map(({ _id }) => _id)
    expect(offered.slice(2, 5)).toEqual([today, tomorrow, addDays(today, 2)])
    const templates = (await neighbor.call(listTemplateCategories)).answer.flatMap(one => one.templates)
    const templateId = templates.find(({ type }) => type === 'Activity')!._id
    const publish = (dateId: string, timeId: string | null) =>
      neighbor.call(publishTemplate, { body: { templateId, dateId, timeId } })
    const { answer: post } = await publish(tomorrow, '08:00')
    expect(Date.parse(post.date!)).toBe(instantAt(tomorrow, '08:00', timezone))
    expect((await publish(today, null)).status).toBe(200)
    expect((await publish(addDays(today, -1), null)).error).toEqual({ key: 'pastdate', field: 'dateId' })
    expect((await publish(addDays(today, MAX_DAYS_AHEAD), null)).status).toBe(200)
    expect((await publish(addDays(today, MAX_DAYS_AHEAD + 1), null)).error).toEqual({
      key: 'badrequest',
      field: 'dateId',
    })
    const all = await neighbor.call(listCalendarDays, { query: { from: today, to: addDays(today, 1) } })
    expect(all.answer.map(({ day }) => day)).toEqual([today, tomorrow])
  })

  it('a post pinned until today remains pinned until the end of the local day', async () => {
    const team = await visitAt(now, timezone, 'administrator')
    const { id } = await server.db
      .selectFrom('events')
      .select('id')
      .where('community_id', '=', await server.communityId('les-tilleuls'))
      .where('template_id', 'is not', null)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await server.db.updateTable('events').set({ pinned_until: null }).execute()
    const pin = (until: string) => team.call(pinEvent, { params: { id }, body: { until } })
    expect((await pin(addDays(today, -1))).status).toBe(400)
    expect((await pin(today)).status).toBe(200)
    const { answer } = await team.call(getEvent, { params: { id } })
    expect(Date.parse(String(answer.pinnedUntil))).toBe(endOfDay(today, timezone))
  })

  it('a stay ends after its last local day, and the member may then still read for thirty local days', () => {
    const stay = (member_until: string) => isStayOver({ member_until }, timezone, new Date(now))
    expect([stay(today), stay(addDays(today, -1))]).toEqual([false, true])
    const reads = (member_until: string) => isStayOver({ member_until }, timezone, new Date(now), READ_ONLY_DAYS)
    expect([reads(addDays(today, -READ_ONLY_DAYS)), reads(addDays(today, -READ_ONLY_DAYS - 1))]).toEqual([false, true])
  })
})
