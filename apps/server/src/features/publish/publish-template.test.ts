import { randomUUID } from 'node:crypto'
import { getEvent, listEvents, MY_PLACE } from '@parvis/contract/feed.ts'
import { addAlerts } from '@parvis/contract/notifications.ts'
import { getSession } from '@parvis/contract/session.ts'
import { listLocations } from '@parvis/contract/community.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { addDays } from '@parvis/contract/zoned-time.ts'
import {
  getTemplate,
  listTemplateDates,
  listTemplateTimes,
  type PublicationBody,
  removeTemplate,
} from '@parvis/contract/templates.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BusMessages } from '#server/kernel/bus.ts'
import { newId } from '#server/kernel/ids.ts'
import { logInCamper } from '#server/testing/campers.ts'
import { readRefusal, templateCalls } from '#server/testing/templates.ts'
import { asPersonOfAge } from '#server/testing/minors.ts'
import { asPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let neighbor: Visitor
let employee: Visitor
const published: BusMessages['event.created'][] = []

beforeAll(async () => {
  server = await openTestServer('demo', { zone: 'Europe/Paris' })
  neighbor = await server.as('neighbor')
  employee = await server.as('employee')
  server.platform.bus.subscribe('event.created', message => published.push(message))
})
beforeEach(async () => {
  await server.db.deleteFrom('attempts').execute()
  published.length = 0
})
afterAll(() => server.close())

const { oneOf, publish, create, note } = templateCalls(() => ({ neighbor, employee }))
const camper = (role?: 'neighbor' | 'employee') => logInCamper(server, role)
const moment = () => oneOf(neighbor, ({ type, choices }) => type === 'Activity' && choices.length > 1)

describe('the offered templates', () => {
  it('offer the dates “now”, “to be agreed” and fourteen days from today, in both languages, and times every half hour from 8:00', async () => {
    const { answer: dates } = await neighbor.call(listTemplateDates)
    expect(dates.slice(0, 2).map(({ _id, name }) => [_id, name])).toEqual([
      ['now', 'Maintenant'],
      ['together', 'À définir ensemble'],
    ])
    expect(dates).toHaveLength(16)
    expect(dates[2]!._id).toBe(dayAt(server.platform.clock.now().getTime(), 'Europe/Paris'))
    expect(dates[3]!.name).toMatch(/^\p{L}+ (?:1er|\d+) \p{L}+$/u)
    expect(dates[3]!.name).not.toBe(dates[3]!.lang.en.name)
    const { answer: times } = await neighbor.call(listTemplateTimes)
    const ids = times.map(({ _id }) => _id)
    expect([ids.length, new Set(ids).size]).toEqual([48, 48])
    expect([ids[0], ids.at(-1)]).toEqual(['08:00', '07:30'])
    expect([...ids].sort()).toEqual([...ids.slice(ids.indexOf('00:00')), ...ids.slice(0, ids.indexOf('00:00'))])
  })
})

describe('a post published from a template', () => {
  it('needs only the template: its date is then now, its channel the default one, and its texts those of the template', async () => {
    const template = await moment()
    const { status, answer } = await publish({ templateId: template._id })
    expect(status).toBe(200)
    expect(answer).toMatchObject({
      groupId: 'activity',
      templateId: template._id,
      template: { _id: template._id, name: template.name, picto: template.picto },
      eventId: {
        title: template.title,
        description: template.description,
        dateId: 'now',
        timeId: null,
        choiceId: null,
      },
      place: null,
      date: null,
      channelsIds: [template.channelId],
    })
    expect((await neighbor.call(getEvent, { params: { id: answer._id } })).answer).toEqual(answer)
    for (const filter of ['activity', template.categoryId])
      expect((await neighbor.call(listEvents, { query: { filter } })).answer.docs[0]).toEqual(answer)
    expect(published.map(({ eventId }) => eventId)).toEqual([answer._id])
  })

  it('has the given day, time, place and choice, and is found by the names of its place and template', async () => {
    const template = await moment()
    const { answer: places } = await neighbor.call(listLocations)
    const place = places.find(({ kind, name }) => kind === 'location' && name!.includes('Potager'))!
    const day = (await neighbor.call(listTemplateDates)).answer.at(-1)!._id
    const choice = template.choices[1]!
    const { answer } = await publish({
      templateId: template._id,
      dateId: day,
      timeId: '18:30',
      locationId: place._id,
      choiceId: choice._id,
    })
    expect(answer).toMatchObject({
      eventId: { dateId: day, timeId: '18:30', locationId: place._id, equipmentId: null, choiceId: choice._id },
      place: { _id: place._id, name: place.name, atAuthor: false, stay: null },
      choice: { _id: choice._id, name: choice.name },
    })
    expect(Date.parse(answer.date!)).toBe(instantAt(day, '18:30', 'Europe/Paris'))
    expect((await neighbor.call(getEvent, { params: { id: answer._id } })).answer).toEqual(answer)
    for (const search of ['potager', template.name!.split(' ')[0]!])
      expect((await neighbor.call(listEvents, { query: { search } })).answer.docs.map(({ _id }) => _id)).toContain(
        answer._id,
      )
    const { rows } = await sql<{ isWrong: boolean }>`
      select ec.document is distinct from event_search(e) as "isWrong" from event_channels ec
      join events e on e.community_id = ec.community_id and e.id = ec.event_id where e.id = ${answer._id}`.execute(
      server.db,
    )
    expect(rows).toEqual([{ isWrong: false }])
  })

  it('may have a day without a time', async () => {
    const day = dayAt(server.platform.clock.now().getTime(), 'Europe/Paris')
    const { answer } = await publish({ templateId: (await moment())._id, dateId: day })
    expect(answer.eventId).toMatchObject({ dateId: day, timeId: null })
    expect(answer.date).not.toBeNull()
  })

  it('by a minor cannot be at the minor’s own place', async () => {
    const { visitor } = await asPersonOfAge(server, 13)
    const { id: equipmentId } = await server.db
      .selectFrom('places')
      .select('id')
      .where('community_id', '=', await server.communityId('les-tilleuls'))
      .where('name', '=', MY_PLACE)
      .executeTakeFirstOrThrow()
    const refused = await publish({ templateId: (await moment())._id, equipmentId }, visitor)
    expect(refused.status).toBe(403)
    expect([refused.error.key, refused.error.field]).toEqual(['minorlocation', 'equipmentId'])
  })

  it('at “my place” shows the place where its author stays', async () => {
    const visitor = await camper()
    const { answer: places } = await visitor.call(listLocations)
    const mine = places.find(({ name }) => name === MY_PLACE)!
    const [pitch, other] = places.filter(({ kind }) => kind === 'location')
    const template = await oneOf(visitor, ({ type }) => type === 'Activity')
    const here = { templateId: template._id, equipmentId: mine._id }
    const { error } = await publish({ ...here, locationId: other!._id }, visitor)
    expect(error).toEqual({ key: 'badrequest', field: 'locationId' })
    expect((await publish(here, visitor)).answer.place).toMatchObject({ atAuthor: true, stay: null })
    const me = (await visitor.call(getSession)).answer
    expect(me.lastBooking).toBeNull()
    const today = dayAt(server.platform.clock.now().getTime(), 'Europe/Paris')
    const stayFrom = (arrival: string, place_id: string) => ({
      community_id: me.communityId,
      id: newId(),
      user_id: me._id,
      place_id,
      arrival,
      departure: arrival,
      given_arrival: arrival,
      given_departure: arrival,
    })
    // If two stays have begun, the one that began later counts.
    await server.db
      .insertInto('bookings')
      .values([stayFrom('2020-07-04', other!._id), stayFrom(today, pitch!._id)])
      .execute()
    expect((await visitor.call(getSession)).answer.lastBooking).toEqual({ locationId: pitch!._id })
    const { answer } = await publish(here, visitor)
    expect(answer.place).toMatchObject({ atAuthor: true, stay: { _id: pitch!._id, name: pitch!.name } })
    expect(answer.eventId).toMatchObject({ equipmentId: mine._id, locationId: pitch!._id })
    expect((await visitor.call(getEvent, { params: { id: answer._id } })).answer).toEqual(answer)
    // For a day during the next stay, the place of that stay counts.
    const nextWeek = addDays(today, 7)
    await server.db.insertInto('bookings').values(stayFrom(nextWeek, other!._id)).execute()
    const then = await publish({ ...here, dateId: nextWeek }, visitor)
    expect(then.answer.place).toMatchObject({ atAuthor: true, stay: { _id: other!._id } })
    expect((await publish(here, visitor)).answer.place).toMatchObject({ stay: { _id: pitch!._id } })
  })

  it('is created once by two requests with the same idempotency key', async () => {
    const body = { templateId: (await moment())._id, tmpId: randomUUID() }
    const [one, two] = await Promise.all([publish(body), publish(body)])
    expect(one.answer._id).toBe(two.answer._id)
    expect((await publish(body)).answer._id).toBe(one.answer._id)
  })

  it('is returned for a repeated idempotency key even if its day is over', async () => {
    const today = dayAt(Date.now(), 'Europe/Paris')
    const body = { templateId: (await moment())._id, tmpId: randomUUID(), dateId: today }
    const { answer } = await publish(body)
    server.clock.aheadMs = 26 * 3_600_000
    expect((await publish(body)).answer._id).toBe(answer._id)
    expect((await publish({ ...body, tmpId: randomUUID() })).error.key).toBe('pastdate')
    server.clock.aheadMs = 0
  })

  it('is refused if the template is for other types of community', async () => {
    const { id } = await server.db
      .selectFrom('templates')
      .select('id')
      .where(sql<boolean>`community_types = array['Camping']`)
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(await readRefusal(publish({ templateId: id }))).toEqual([404, 'error404', 'templateId'])
    expect((await neighbor.call(getTemplate, { params: { id } })).status).toBe(404)
    expect((await neighbor.call(addAlerts, { body: { templatesIds: [id] } })).status).toBe(404)
    expect((await publish({ templateId: id }, await camper())).status).toBe(200)
  })

  it('is returned for a repeated idempotency key even if its template was removed', async () => {
    const { answer: template } = await create(await note({ type: 'Proposal' }))
    const body = { templateId: template._id, tmpId: randomUUID() }
    const { answer } = await publish(body)
    await employee.call(removeTemplate, { params: { id: template._id } })
    expect((await publish(body)).answer).toEqual((await neighbor.call(getEvent, { params: { id: answer._id } })).answer)
    expect((await publish({ ...body, tmpId: randomUUID() })).error.key).toBe('error404')
  })

  it.each<[Omit<PublicationBody, 'templateId'>, string, string]>([
    [{ dateId: 'demain' }, 'badrequest', 'dateId'],
    [{ dateId: '2026-02-30' }, 'badrequest', 'dateId'],
    [{ dateId: '2999-01-01' }, 'badrequest', 'dateId'],
    [{ dateId: '2020-01-01' }, 'pastdate', 'dateId'],
    [{ dateId: '2020-01-01', timeId: '10:00' }, 'pastdate', 'timeId'],
    [{ dateId: 'now', timeId: '10:00' }, 'badrequest', 'timeId'],
    [{ dateId: 'together', timeId: '10:00' }, 'badrequest', 'timeId'],
    [{ timeId: '10:00' }, 'badrequest', 'timeId'],
    [{ choiceId: 'nothing' }, 'badrequest', 'choiceId'],
    [{ groupId: 'post' }, 'badrequest', 'groupId'],
    [{ locationId: newId() }, 'error404', 'locationId'],
    [{ equipmentId: newId() }, 'error404', 'equipmentId'],
    [{ goodDealId: newId() }, 'badrequest', 'goodDealId'],
    [{ channelsIds: [newId()] }, 'forbidden', 'channelsIds'],
  ])('with %j is refused: %s (%s)', async (body, key, field) => {
    const [status, ...details] = await readRefusal(publish({ templateId: (await moment())._id, ...body }))
    expect(details).toEqual([key, field])
    expect(status).toBeLessThan(500)
    expect(published).toEqual([])
  })

  it('is refused if its time is not a valid HH:MM', async () => {
    const { _id: templateId } = await moment()
    const day = (await neighbor.call(listTemplateDates)).answer.at(-1)!._id
    for (const timeId of ['24:00', '9:30', '10:60', '10h', '１０:00'])
      expect(await readRefusal(publish({ templateId, dateId: day, timeId }))).toEqual([400, 'badrequest', 'timeId'])
  })

  it('from a good deal has the texts of the deal; it is refused without a deal or with one that is not visible', async () => {
    const deal = await server.db
      .selectFrom('deals')
      .selectAll()
      .where('template_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    const body = { templateId: deal.template_id!, goodDealId: deal.id }
    const { answer } = await publish(body)
    expect(answer).toMatchObject({
      groupId: 'gooddeal',
      goodDealId: deal.id,
      deal: { _id: deal.id, title: deal.title },
      eventId: { description: deal.activity_description, postDescription: deal.activity_post_description },
    })
    expect((await neighbor.call(getEvent, { params: { id: answer._id } })).answer).toEqual(answer)
    expect(await readRefusal(publish({ templateId: deal.template_id! }))).toEqual([400, 'badrequest', 'goodDealId'])
    expect(await readRefusal(publish({ ...body, goodDealId: newId() }))).toEqual([404, 'error404', 'goodDealId'])
    await server.db.updateTable('deals').set({ approved_at: null }).where('id', '=', deal.id).execute()
    expect((await publish(body)).status).toBe(404)
    await server.db.updateTable('deals').set({ approved_at: new Date() }).where('id', '=', deal.id).execute()
  })

  it('by the team can be published in all communities of its organisation, and nowhere else', async () => {
    const reception = await camper('employee')
    const template = await oneOf(reception, ({ type }) => type === 'Template')
    expect(template.channels.map(({ channeltype }) => channeltype)).toEqual([
      'TemplateChannel',
      'OrganizationTemplateChannel',
    ])
    const [, organisation] = template.channels.map(({ _id }) => _id)
    const { answer } = await publish({ templateId: template._id, channelsIds: [organisation!] }, reception)
    const { visitor } = await asPerson(server, { email: `${newId()}@test.example`, community: 'residence-du-lac' })
    expect((await visitor.call(getEvent, { params: { id: answer._id } })).answer.template?._id).toBe(template._id)
    expect((await neighbor.call(getEvent, { params: { id: answer._id } })).status).toBe(404)
  })
})
