import { randomUUID } from 'node:crypto'
import { getEvent, listEvents, MY_PLACE } from '@parvis/contract/feed.ts'
import { addAlerts } from '@parvis/contract/notifications.ts'
import { getSession } from '@parvis/contract/session.ts'
import { listLocations } from '@parvis/contract/community.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { addDays } from '@parvis/contract/zoned-time.ts'
import {
  createTemplate,
  editTemplate,
  getTemplate,
  listDealTemplates,
  listTemplateCategories,
  listTemplateDates,
  listTemplateTimes,
  type PublicationBody,
  publishTemplate,
  removeTemplate,
  type Template,
  type TemplateBody,
} from '@parvis/contract/templates.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BusMessages } from '#server/kernel/bus.ts'
import { newId } from '#server/kernel/ids.ts'
import { asPersonOfAge } from '#server/testing/minors.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { addPerson, asPerson, userIdOf } from '#server/testing/people.ts'
import { plainPicture } from '#server/testing/pictures.ts'
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

const categoriesOf = async (visitor: Visitor) => (await visitor.call(listTemplateCategories)).answer
const templatesOf = async (visitor: Visitor) => (await categoriesOf(visitor)).flatMap(({ templates }) => templates)
const typesOf = async (visitor: Visitor) =>
  [...new Set((await templatesOf(visitor)).map(({ type }) => type))].toSorted()
const oneOf = async (visitor: Visitor, is: (template: Template) => boolean) =>
  (await templatesOf(visitor)).find(is) ?? expect.fail('no such template')
const moment = () => oneOf(neighbor, ({ type, choices }) => type === 'Activity' && choices.length > 1)
const publish = (body: PublicationBody, visitor = neighbor) => visitor.call(publishTemplate, { body })
const create = (body: TemplateBody, visitor = employee) => visitor.call(createTemplate, { body })
const categoryId = async () => (await categoriesOf(employee))[0]!._id
const note = async (more: TemplateBody = {}): Promise<TemplateBody> => ({
  name: 'Ascenseur',
  title: 'Ascenseur en panne',
  description: 'Le technicien arrive.',
  lang: { en: { name: 'Lift', title: 'Lift out of order', description: 'The engineer is on the way.' } },
  categoryId: await categoryId(),
  ...more,
})
const camper = async (role: 'neighbor' | 'employee' = 'neighbor') => {
  const email = `${role}-${newId().slice(-8)}@test.example`
  await addPerson(server, { email, password: 'parvis-demo', role, community: 'camping-des-pins' })
  return server.as(email, 'camping-des-pins')
}
const refusal = async (reply: Promise<{ status: number; error: { key: string; field?: string } }>) => {
  const { status, error } = await reply
  return [status, error.key, error.field]
}

describe('the offered templates', () => {
  it('are moments and requests for a neighbour, and also message templates for the team', async () => {
    expect(await typesOf(neighbor)).toEqual(['Activity', 'Proposal'])
    expect(await typesOf(employee)).toEqual(['Activity', 'Proposal', 'Template'])
    const categories = await categoriesOf(neighbor)
    expect(categories.length).toBeGreaterThanOrEqual(8)
    for (const { _id, name, lang, templateIds, templates } of categories) {
      expect([name, lang.en.name].every(Boolean)).toBe(true)
      expect(templates.map(template => [template._id, template.categoryId])).toEqual(templateIds.map(id => [id, _id]))
      for (const template of templates) {
        expect([template.name, template.lang.en.name, template.title, template.lang.en.title].every(Boolean)).toBe(true)
        expect(template.abilities).toEqual({ publish: true, edit: false, remove: false })
      }
    }
  })

  it('include for every member of an organisation the message templates of all its communities', async () => {
    const [guestOfCamp, reception] = [await camper(), await camper('employee')]
    expect(await typesOf(guestOfCamp)).toContain('Template')
    const residence = await asPerson(server, { email: `${newId()}@test.example`, community: 'residence-du-lac' })
    const { answer } = await create(
      { name: 'Piscine fermée', description: 'Jusqu’à demain.', categoryId: await categoryId() },
      reception,
    )
    const theirs = (await templatesOf(residence.visitor)).find(({ _id }) => _id === answer._id)
    expect(theirs?.abilities).toEqual({ publish: false, edit: false, remove: false })
    expect((await templatesOf(employee)).map(({ _id }) => _id)).not.toContain(answer._id)
    const message = await oneOf(guestOfCamp, ({ type }) => type === 'Template')
    expect(await refusal(publish({ templateId: message._id }, guestOfCamp))).toEqual([403, 'forbidden', 'channelsIds'])
  })

  it('differ between communities of type building and camping site', async () => {
    const names = async (visitor: Visitor) => new Set((await templatesOf(visitor)).map(({ name }) => name))
    const [atHome, camping] = [await names(employee), await names(await camper('employee'))]
    expect([...camping].filter(name => !atHome.has(name)).length).toBeGreaterThan(5)
    expect([...atHome].filter(name => !camping.has(name)).length).toBeGreaterThan(5)
  })

  it('offer as days now, to be agreed, and the next fourteen days of the community, in both languages', async () => {
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

  it('list templates of good deals separately', async () => {
    const { answer } = await neighbor.call(listDealTemplates)
    expect(answer.length).toBeGreaterThan(0)
    expect(answer.every(({ type }) => type === 'GooddealActivity')).toBe(true)
  })
})

describe('a post published from a template', () => {
  it('needs the template only: it then is now, on the default channel, with the texts of the template', async () => {
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

  it('has the given day, time, place and choice, and is found by searching for them', async () => {
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

  it('may have a day without a time, and is past when that day is over', async () => {
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

  it('“at my place” is where its author stays', async () => {
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

  it('is returned for a repeated idempotency key even if its time is over', async () => {
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
    expect(await refusal(publish({ templateId: id }))).toEqual([404, 'error404', 'templateId'])
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
    const [status, ...details] = await refusal(publish({ templateId: (await moment())._id, ...body }))
    expect(details).toEqual([key, field])
    expect(status).toBeLessThan(500)
    expect(published).toEqual([])
  })

  it('is refused if its time is in another notation', async () => {
    const { _id: templateId } = await moment()
    const day = (await neighbor.call(listTemplateDates)).answer.at(-1)!._id
    for (const timeId of ['24:00', '9:30', '10:60', '10h', '１０:00'])
      expect(await refusal(publish({ templateId, dateId: day, timeId }))).toEqual([400, 'badrequest', 'timeId'])
  })

  it('from a good deal has the texts of the deal, and counts for the deal', async () => {
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
    expect(await refusal(publish({ templateId: deal.template_id! }))).toEqual([400, 'badrequest', 'goodDealId'])
    expect(await refusal(publish({ ...body, goodDealId: newId() }))).toEqual([404, 'error404', 'goodDealId'])
    await server.db.updateTable('deals').set({ approved_at: null }).where('id', '=', deal.id).execute()
    expect((await publish(body)).status).toBe(404)
    await server.db.updateTable('deals').set({ approved_at: new Date() }).where('id', '=', deal.id).execute()
  })

  it('by the team can go to all communities of the organisation, and be answered there', async () => {
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

describe('a template of the team', () => {
  it('is stored as it was written, and offered to the whole team and nobody else', async () => {
    const { status, answer } = await create(
      await note({ choices: [{ name: 'Bâtiment A' }, { name: ' ' }, { lang: { en: { name: 'Building B' } } }] }),
    )
    expect(status).toBe(200)
    expect(answer).toMatchObject({
      name: 'Ascenseur',
      type: 'Template',
      groupId: 'like',
      lang: { en: { name: 'Lift' } },
      category: { name: (await categoriesOf(employee))[0]!.name },
      userId: (await employee.call(getSession)).answer._id,
      choices: [{ name: 'Bâtiment A' }, { name: null, lang: { en: { name: 'Building B' } } }],
      abilities: { publish: true, edit: true, remove: true },
    })
    const administrator = await server.as('administrator')
    expect((await administrator.call(getTemplate, { params: { id: answer._id } })).answer).toEqual(answer)
    expect((await templatesOf(administrator)).map(({ _id }) => _id)).toContain(answer._id)
    expect((await neighbor.call(getTemplate, { params: { id: answer._id } })).status).toBe(404)
  })

  it('for good deals is offered to authors of deals, and published from with a deal only', async () => {
    const { status, answer } = await create(await note({ name: 'Dégustation', type: 'GooddealActivity' }))
    expect([status, answer.type, answer.groupId]).toEqual([200, 'GooddealActivity', 'gooddeal'])
    const offered = async (visitor: Visitor) =>
      (await visitor.call(listDealTemplates)).answer.map(({ _id }) => _id).includes(answer._id)
    expect([await offered(employee), await offered(await server.as('advertiser')), await offered(neighbor)]).toEqual([
      true,
      true,
      false,
    ])
    expect((await templatesOf(employee)).map(({ _id }) => _id)).not.toContain(answer._id)
    expect(await refusal(publish({ templateId: answer._id }, employee))).toEqual([400, 'badrequest', 'goodDealId'])
  })

  it('can create a new category', async () => {
    const category = {
      name: 'Chantier',
      lang: { en: { name: 'Works' } },
      picto: 'construction',
      bgColor: 'home' as const,
    }
    const { answer } = await create(await note({ categoryId: undefined, category, type: 'Proposal' }))
    const made = (await categoriesOf(neighbor)).find(({ _id }) => _id === answer.categoryId)
    expect(made).toMatchObject({ ...category, templateIds: [answer._id] })
    expect(answer).toMatchObject({ picto: 'construction', hue: 'home' })
    const again = await create(await note({ categoryId: undefined, category }))
    expect(again.answer.categoryId).toBe(answer.categoryId)
  })

  it('creates a single category by two concurrent requests with the same category name', async () => {
    const administrator = await server.as('administrator')
    for (let turn = 0; turn < 5; turn++) {
      const category = { name: `Course ${turn}`, lang: { en: { name: `Race ${turn}` } } }
      const body = await note({ categoryId: undefined, category })
      const made = await Promise.all([create(body), create(body, administrator)])
      expect(new Set(made.map(({ answer }) => answer.categoryId)).size).toBe(1)
    }
  })

  it.each<[TemplateBody, string, string]>([
    [{ name: ' ', lang: {} }, 'namemandatory', 'name'],
    [{ name: null, lang: { en: { name: '\u200b' } }, description: null }, 'namemandatory', 'name'],
    [{ description: '', lang: {} }, 'descriptionmandatory', 'description'],
    [{ description: null, lang: {}, categoryId: undefined }, 'descriptionmandatory', 'description'],
    [{ categoryId: undefined }, 'categorymandatory', 'categoryId'],
    [{ categoryId: null }, 'categorymandatory', 'categoryId'],
    [{ categoryId: undefined, category: { name: ' ' } }, 'categorymandatory', 'category'],
    [{ youtubeVideoId: 'https://youtu.be/dQw4w9WgXcQ' }, 'invalidvideolink', 'youtubeVideoId'],
    [{ categoryId: newId() }, 'error404', 'categoryId'],
    [{ channelId: newId() }, 'forbidden', 'channelId'],
    [{ photoUri: '/media/' + newId() }, 'badrequest', 'photoUri'],
  ])('with %j is refused: %s (%s)', async (more, key, field) => {
    const before = (await templatesOf(employee)).length
    expect((await refusal(create(await note(more)))).slice(1)).toEqual([key, field])
    expect((await templatesOf(employee)).length).toBe(before)
  })

  it('needs no text if it has a photo, which posts published from it show', async () => {
    const photo = await plainPicture(16, 16).png().toBuffer()
    const body = await note({ description: null, lang: {} })
    const sent = multipartOf([
      ['name', body.name!],
      ['categoryId', body.categoryId!],
      ['type', 'Activity'],
      ['alt', 'Une cour'],
      ['files', photo],
    ])
    const { status, answer } = await employee.send({ method: 'POST', url: '/templates', ...sent })
    expect(status).toBe(200)
    const template = answer as Template
    expect(template.photo).toMatchObject({ width: 16, alt: 'Une cour' })
    const fetches = async (visitor: Visitor) =>
      (await visitor.send({ method: 'GET', url: `${template.photoUri}/thumb` })).status
    expect(await fetches(neighbor)).toBe(200)
    expect(await fetches(await camper())).toBe(404)
    const { answer: event } = await publish({ templateId: template._id })
    expect(event.photo).toEqual(template.photo)
    await employee.call(removeTemplate, { params: { id: template._id } })
    expect(await fetches(neighbor)).toBe(200)
  })

  it('is created once by two requests with the same idempotency key', async () => {
    const body = await note({ tmpId: randomUUID() })
    const [one, two] = await Promise.all([create(body), create(body)])
    expect([one.status, two.status, two.answer._id]).toEqual([200, 200, one.answer._id])
  })

  it('can have a picture and create a category at the same time', async () => {
    const { payload, headers } = multipartOf([
      ['name', 'Chat perdu'],
      ['category', JSON.stringify({ name: 'Animaux', lang: { en: { name: 'Animals' } } })],
      ['files', await plainPicture(64, 48).jpeg().toBuffer()],
    ])
    const { status, answer } = await employee.send({ method: 'POST', url: '/templates', payload, headers })
    expect(status).toBe(200)
    const made = (await categoriesOf(employee)).find(({ _id }) => _id === (answer as Template).categoryId)
    expect(made).toMatchObject({ name: 'Animaux', lang: { en: { name: 'Animals' } } })
  })

  it('has its fields cleared by null, including its names', async () => {
    const { answer } = await create(await note())
    const emptied = await employee.call(editTemplate, {
      params: { id: answer._id },
      body: { title: null, lang: { en: { name: null, title: null } } },
    })
    expect(emptied.answer).toMatchObject({ name: 'Ascenseur', title: null, lang: { en: { name: null, title: null } } })
    expect(await refusal(employee.call(editTemplate, { params: { id: answer._id }, body: { name: null } }))).toEqual([
      400,
      'namemandatory',
      'name',
    ])
  })

  it('must have a pictogram that exists', async () => {
    const picto = 'nothing-of-this-name'
    expect(await refusal(create(await note({ picto })))).toEqual([400, 'badrequest', 'picto'])
    const { answer } = await create(await note())
    const edited = employee.call(editTemplate, { params: { id: answer._id }, body: { picto } })
    expect(await refusal(edited)).toEqual([400, 'badrequest', 'picto'])
  })

  it('that is renamed has posts that show its new name and are found by its new name and category', async () => {
    const { answer: template } = await create(await note({ type: 'Activity', name: 'Zumba' }))
    const { answer: event } = await publish({ templateId: template._id })
    const displayedName = async () =>
      (await neighbor.call(getEvent, { params: { id: event._id } })).answer.template?.name
    expect(await displayedName()).toBe('Zumba')
    const other = (await categoriesOf(employee))[1]!._id
    const { answer } = await employee.call(editTemplate, {
      params: { id: template._id },
      body: { name: 'Salsa', categoryId: other },
    })
    expect([answer.name, answer.lang.en.name, answer.description]).toEqual(['Salsa', 'Lift', 'Le technicien arrive.'])
    expect(await displayedName()).toBe('Salsa')
    const found = async (query: { search?: string; filter?: string }) =>
      (await neighbor.call(listEvents, { query })).answer.docs.some(({ _id }) => _id === event._id)
    await vi.waitFor(async () => expect(await found({ search: 'salsa' })).toBe(true), 10_000)
    expect([await found({ search: 'zumba' }), await found({ filter: other })]).toEqual([false, true])
    expect(
      await refusal(
        employee.call(editTemplate, { params: { id: template._id }, body: { name: '', lang: { en: { name: '' } } } }),
      ),
    ).toEqual([400, 'namemandatory', 'name'])
  })

  it('that is removed is no longer offered, while posts published from it stay', async () => {
    const { answer: template } = await create(await note({ type: 'Activity' }))
    const { answer: event } = await publish({ templateId: template._id })
    const inCapitals = { params: { id: template._id.toUpperCase() } }
    expect((await employee.call(removeTemplate, inCapitals)).answer).toEqual({ _id: template._id })
    expect((await employee.call(removeTemplate, inCapitals)).status).toBe(404)
    expect((await publish({ templateId: template._id })).status).toBe(404)
    expect((await templatesOf(employee)).map(({ _id }) => _id)).not.toContain(template._id)
    expect((await neighbor.call(getEvent, { params: { id: event._id } })).answer.template?.name).toBe('Ascenseur')
  })

  it('can be changed by every member of the team, and by no other community', async () => {
    const { answer } = await create(await note())
    const administrator = await server.as('administrator')
    expect(
      (await administrator.call(editTemplate, { params: { id: answer._id }, body: { title: 'Autre' } })).status,
    ).toBe(200)
    const reception = await camper('employee')
    expect((await reception.call(editTemplate, { params: { id: answer._id }, body: { title: 'À nous' } })).status).toBe(
      404,
    )
    const { answer: theirs } = await create(await note(), reception)
    const sister = await asPerson(server, {
      email: `${newId()}@test.example`,
      community: 'residence-du-lac',
      role: 'administrator',
    })
    expect(
      (await sister.visitor.call(editTemplate, { params: { id: theirs._id }, body: { title: 'À nous' } })).status,
    ).toBe(403)
  })

  it('changes the timestamp by which clients know that they must reload templates', async () => {
    const stamp = async (visitor: Visitor) => (await visitor.call(listEvents)).answer.templatesUpdateTimestamp
    const [before, elsewhere] = [await stamp(neighbor), await stamp(await camper())]
    await create(await note())
    expect(await stamp(neighbor)).not.toBe(before)
    expect(await stamp(await camper())).toBe(elsewhere)
    expect(await userIdOf(neighbor)).toBeTruthy()
  })
})
