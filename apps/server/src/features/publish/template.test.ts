import { randomUUID } from 'node:crypto'
import { getEvent, listEvents } from '@parvis/contract/feed.ts'
import { getSession } from '@parvis/contract/session.ts'
import {
  editTemplate,
  getTemplate,
  listDealTemplates,
  removeTemplate,
  type Template,
  type TemplateBody,
} from '@parvis/contract/templates.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { logInCamper } from '#server/testing/campers.ts'
import { readRefusal, templateCalls } from '#server/testing/templates.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { asPerson, userIdOf } from '#server/testing/people.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let neighbor: Visitor
let employee: Visitor

beforeAll(async () => {
  server = await openTestServer('demo', { zone: 'Europe/Paris' })
  neighbor = await server.as('neighbor')
  employee = await server.as('employee')
})
beforeEach(async () => {
  await server.db.deleteFrom('attempts').execute()
})
afterAll(() => server.close())

const { categoriesOf, templatesOf, oneOf, publish, create, categoryId, note } = templateCalls(() => ({
  neighbor,
  employee,
}))
const camper = (role?: 'neighbor' | 'employee') => logInCamper(server, role)
const typesOf = async (visitor: Visitor) =>
  [...new Set((await templatesOf(visitor)).map(({ type }) => type))].toSorted()

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
    expect(await readRefusal(publish({ templateId: message._id }, guestOfCamp))).toEqual([
      403,
      'forbidden',
      'channelsIds',
    ])
  })

  it('differ between communities of type building and camping site', async () => {
    const names = async (visitor: Visitor) => new Set((await templatesOf(visitor)).map(({ name }) => name))
    const [atHome, camping] = [await names(employee), await names(await camper('employee'))]
    expect([...camping].filter(name => !atHome.has(name)).length).toBeGreaterThan(5)
    expect([...atHome].filter(name => !camping.has(name)).length).toBeGreaterThan(5)
  })

  it('have a separate list of the templates of good deals', async () => {
    const { answer } = await neighbor.call(listDealTemplates)
    expect(answer.length).toBeGreaterThan(0)
    expect(answer.every(({ type }) => type === 'GooddealActivity')).toBe(true)
  })
})

describe('a template that staff create', () => {
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

  it('for good deals is offered only to users who may offer deals, and cannot be used without a deal', async () => {
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
    expect(await readRefusal(publish({ templateId: answer._id }, employee))).toEqual([400, 'badrequest', 'goodDealId'])
  })

  it('can be created with a new category', async () => {
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

  it('is created with the same category by two concurrent requests that name the same new category', async () => {
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
    expect((await readRefusal(create(await note(more)))).slice(1)).toEqual([key, field])
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

  it('can be created with a picture and a new category in the same request', async () => {
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

  it('has fields cleared by null, but requires a name in at least one language', async () => {
    const { answer } = await create(await note())
    const emptied = await employee.call(editTemplate, {
      params: { id: answer._id },
      body: { title: null, lang: { en: { name: null, title: null } } },
    })
    expect(emptied.answer).toMatchObject({ name: 'Ascenseur', title: null, lang: { en: { name: null, title: null } } })
    expect(
      await readRefusal(employee.call(editTemplate, { params: { id: answer._id }, body: { name: null } })),
    ).toEqual([400, 'namemandatory', 'name'])
  })

  it('must have a pictogram that exists', async () => {
    const picto = 'nothing-of-this-name'
    expect(await readRefusal(create(await note({ picto })))).toEqual([400, 'badrequest', 'picto'])
    const { answer } = await create(await note())
    const edited = employee.call(editTemplate, { params: { id: answer._id }, body: { picto } })
    expect(await readRefusal(edited)).toEqual([400, 'badrequest', 'picto'])
  })

  it('that is renamed and moved to another category has posts that show the new name and are found by the new name and category', async () => {
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
      await readRefusal(
        employee.call(editTemplate, { params: { id: template._id }, body: { name: '', lang: { en: { name: '' } } } }),
      ),
    ).toEqual([400, 'namemandatory', 'name'])
  })

  it('that is removed is no longer offered, while posts published from it remain', async () => {
    const { answer: template } = await create(await note({ type: 'Activity' }))
    const { answer: event } = await publish({ templateId: template._id })
    const inCapitals = { params: { id: template._id.toUpperCase() } }
    expect((await employee.call(removeTemplate, inCapitals)).answer).toEqual({ _id: template._id })
    expect((await employee.call(removeTemplate, inCapitals)).status).toBe(404)
    expect((await publish({ templateId: template._id })).status).toBe(404)
    expect((await templatesOf(employee)).map(({ _id }) => _id)).not.toContain(template._id)
    expect((await neighbor.call(getEvent, { params: { id: event._id } })).answer.template?.name).toBe('Ascenseur')
  })

  it('can be edited by all staff of its community, and by nobody in other communities', async () => {
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

  it('that is created changes the timestamp by which clients of its community know that they must reload templates', async () => {
    const stamp = async (visitor: Visitor) => (await visitor.call(listEvents)).answer.templatesUpdateTimestamp
    const [before, elsewhere] = [await stamp(neighbor), await stamp(await camper())]
    await create(await note())
    expect(await stamp(neighbor)).not.toBe(before)
    expect(await stamp(await camper())).toBe(elsewhere)
    expect(await userIdOf(neighbor)).toBeTruthy()
  })
})
