import { getDeal } from '@parvis/contract/deals.ts'
import { listDealTemplates } from '@parvis/contract/templates.ts'
import { createDeal, type DealBody, removeDeal } from '@parvis/contract/write-deals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { dealBody, dealCalls } from '#server/testing/deals.ts'
import { asPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let calls: ReturnType<typeof dealCalls>
let employee: Visitor
let administrator: Visitor
let neighbor: Visitor
beforeAll(async () => {
  server = await openTestServer('demo')
  calls = dealCalls(server)
  ;[employee, administrator, neighbor] = await Promise.all([
    server.as('employee'),
    server.as('administrator'),
    server.as('neighbor'),
  ])
})
afterAll(() => server.close())
/** Clears the rate limits before each test. */
beforeEach(() => server.db.deleteFrom('attempts').where('bucket', 'like', 'deal%').execute())

describe('writing a deal', () => {
  it('stores trimmed texts in both languages and assigns the nearest town', async () => {
    const { answer } = await calls.create(employee, {
      title: '  Pain  du\nmatin ',
      description: ' Une miche\npour deux. ',
      promotion: '2 pour 1',
      webSiteUrl: ' four.example/pain ',
      fbUrl: 'HTTPS://social.example/four',
      phone: '+33 (0)4 50 00 12 01',
      email: ' four@four.example ',
      openingTime: 'Lundi\nMardi',
      choices: [{ name: 'Samedi', lang: { en: { name: 'Saturday' } } }, { name: '  ' }],
      nearby: false,
      alt: 'Une miche',
    })
    expect(answer).toMatchObject({
      title: 'Pain du matin',
      description: 'Une miche\npour deux.',
      webSiteUrl: 'https://four.example/pain',
      fbUrl: 'HTTPS://social.example/four',
      phone: '+33 (0)4 50 00 12 01',
      email: 'four@four.example',
      openingTime: 'Lundi\nMardi',
      cityUri: 'annecy',
      customUri: expect.stringMatching(/^pain-du-matin/),
      version: 1,
      lang: { en: { title: 'Morning bread', description: 'One loaf for two.' } },
      choices: [{ _id: expect.any(String), name: 'Samedi', lang: { en: { name: 'Saturday' } } }],
      keeping: { state: 'shown', nearby: false, refusal: null, figures: { seen: 0, interested: 0, routes: 0 } },
      abilities: { edit: true, remove: true, publish: true, approve: false, drawMap: true },
    })
    expect(answer.choices).toHaveLength(1)
    expect((await calls.read(neighbor, answer._id)).answer.keeping).toBeNull()
    expect(await calls.listed(neighbor)).toContain(answer._id)
  })

  it.each([
    [{ title: ' ', lang: {} }, 'titlemandatory', 'title'],
    [{ description: null, lang: {} }, 'descriptionmandatory', 'description'],
    [{ categoryId: null }, 'categorymandatory', 'categoryId'],
    [{ categoryId: newId() }, 'error404', 'categoryId'],
    [{ loc: null }, 'placemandatory', 'loc'],
    [{ loc: { type: 'Point', coordinates: [181, 0] } }, 'placemandatory', 'loc'],
    [{ loc: { type: 'Point', coordinates: [0, -91] } }, 'placemandatory', 'loc'],
    [{ phone: 'appelez-moi' }, 'invalidphonenumber', 'phone'],
    [{ phone: '0450' }, 'invalidphonenumber', 'phone'],
    [{ webSiteUrl: 'javascript:alert(1)' }, 'invalidweblink', 'webSiteUrl'],
    [{ fbUrl: 'ftp://four.example' }, 'invalidweblink', 'fbUrl'],
    [{ email: 'four' }, 'invalidemail', 'email'],
    [{ startDate: '2030-02-30' }, 'invaliddateformat', 'startDate'],
    [{ startDate: '0000-01-01' }, 'invaliddateformat', 'startDate'],
    [{ endDate: '1.2.2030' }, 'invaliddateformat', 'endDate'],
    [{ startDate: '2030-02-02', endDate: '2030-02-01' }, 'enddatebeforestart', 'endDate'],
    [{ templateId: newId() }, 'error404', 'templateId'],
    [{ photoUri: '/media/1' }, 'badrequest', 'photoUri'],
    [{ photoUri: `/media/${newId()}` }, 'badrequest', 'photoUri'],
    [{ title: 'x'.repeat(10_000) }, 'badrequest', undefined],
    [{ tmpId: '\ud800' }, 'badrequest', 'tmpId'],
  ] as [DealBody, string, string | undefined][])(
    'refuses a new or edited deal with %j: %s',
    async (changes, key, field) => {
      const { error } = await calls.create(employee, changes)
      expect(error.key).toBe(key)
      if (field) expect(error.field).toBe(field)
      const deal = (await calls.create(employee)).answer
      const emptied = changes.lang ? { ...changes, lang: { en: { title: null, description: null } } } : changes
      const edited = await calls.edit(employee, deal._id, emptied)
      // `tmpId` is ignored when a deal is edited.
      if (changes.tmpId) expect(edited.status).toBe(200)
      else expect([edited.error.key, field && edited.error.field]).toEqual([key, field])
      await employee.call(removeDeal, { params: { id: deal._id } })
    },
  )

  it('accepts only templates for deals, and offers all of them', async () => {
    const templates = (await employee.call(listDealTemplates)).answer
    expect(templates.every(({ type }) => type === 'GooddealActivity')).toBe(true)
    await server.db
      .updateTable('deals')
      .set({ template_id: null })
      .where('template_id', '=', templates[0]!._id)
      .execute()
    expect((await employee.call(listDealTemplates)).answer).toHaveLength(templates.length)
    expect((await calls.create(employee, { templateId: templates[0]!._id })).answer.templateId).toBe(templates[0]!._id)
    const other = await server.db
      .selectFrom('templates')
      .select('id')
      .where('type', '=', 'Activity')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect((await calls.create(employee, { templateId: other.id })).error).toEqual({
      key: 'error404',
      field: 'templateId',
    })
  })

  it('keeps a stored incomplete telephone number but accepts no new one', async () => {
    const { _id } = (await calls.create(employee, {})).answer
    await server.db.updateTable('deals').set({ phone: '0450' }).where('id', '=', _id).execute()
    expect((await calls.edit(employee, _id, { promotion: 'Deux pour un', phone: '0450' })).status).toBe(200)
    expect((await calls.edit(employee, _id, { phone: '0451' })).error).toMatchObject({ key: 'invalidphonenumber' })
  })

  it('keeps absent fields, clears null fields, and increments the version', async () => {
    const { answer } = await calls.create(employee, { promotion: '2 pour 1', price: '5 €' })
    const changed = (await calls.edit(employee, answer._id, { promotion: null, lang: { en: { price: '€5' } } })).answer
    expect(changed).toMatchObject({
      title: 'Pain du matin',
      promotion: null,
      price: '5 €',
      version: 2,
      lang: { en: { title: 'Morning bread', price: '€5' } },
    })
  })

  it('returns the existing deal for a tmpId repeated by the same user, also concurrently', async () => {
    const body = await dealBody(server, { tmpId: 'once' })
    const sent = await Promise.all([1, 2, 3].map(() => employee.call(createDeal, { body })))
    const again = await employee.call(createDeal, { body: { ...body, title: 'Autre' } })
    expect(new Set([...sent, again].map(({ answer }) => answer._id)).size).toBe(1)
    expect(again.answer.title).toBe('Pain du matin')
    expect((await administrator.call(createDeal, { body })).answer._id).not.toBe(again.answer._id)
  })

  it('returns 429 after 20 deals in a minute, measured by the clock of the database', async () => {
    const { visitor } = await asPerson(server, {
      email: 'eager@test.example',
      role: 'employee',
      community: 'les-tilleuls',
    })
    for (let at = 0; at < 20; at++) expect((await calls.create(visitor)).status).toBe(200)
    expect((await calls.create(visitor)).error.key).toBe('toomanyrequests')
    server.clock.aheadMs += 61_000
    try {
      expect((await calls.create(visitor)).status).toBe(429)
    } finally {
      server.clock.aheadMs -= 61_000
    }
  })
})

describe('the URL of a deal', () => {
  it('is derived from the title, is unique in its town, and does not change with the title', async () => {
    const first = (await calls.create(employee, { title: 'Crêpes & Œufs à l’été — Łódź' })).answer
    const others = await Promise.all([1, 2, 3].map(() => calls.create(employee, { title: 'Crepes œufs A l’été Lodz' })))
    expect(first.customUri).toBe('crepes-oeufs-a-l-ete-lodz')
    expect(others.map(({ answer }) => answer.customUri).sort()).toEqual(
      [2, 3, 4].map(at => `crepes-oeufs-a-l-ete-lodz-${at}`),
    )
    expect((await calls.edit(employee, first._id, { title: 'Galettes' })).answer.customUri).toBe(first.customUri)
    const found = await server.visitor().call(getDeal, { query: { cityUri: 'annecy', adUri: first.customUri } })
    expect(found.answer.title).toBe('Galettes')
  })

  it.each([
    ['日本料理', 'bon-plan'],
    ['!?', 'bon-plan'],
    ['Édition', 'bon-plan-edition'],
    ['Admin', 'bon-plan-admin'],
    [`Mot ${'tres-long '.repeat(8)}`, expect.stringMatching(/^mot(-tres|-long)+$/)],
  ])('of the title %s contains valid characters only', async (title, uri) => {
    const { answer } = await calls.create(employee, { title, lang: {} })
    expect(answer.customUri.replace(/-\d+$/, '')).toEqual(uri)
    expect(answer.customUri.length).toBeLessThanOrEqual(64)
  })

  it('changes when the deal moves to another town', async () => {
    const { answer } = await calls.create(employee, { title: 'Ambulant' })
    await server.db
      .insertInto('cities')
      .values({
        id: newId(),
        name: 'Loin',
        uri: 'loin-de-tout',
        department: 'Loin',
        longitude: -140,
        latitude: -9,
      } as never)
      .execute()
    const moved = (await calls.edit(employee, answer._id, { loc: { type: 'Point', coordinates: [-140, -9.01] } }))
      .answer
    expect([moved.cityUri, moved.customUri]).toEqual(['loin-de-tout', 'ambulant'])
  })
})

it('deal and category ids are accepted in upper case', async () => {
  const { answer } = await calls.create(employee)
  const id = answer._id.toUpperCase()
  expect((await calls.edit(employee, id, { categoryId: answer.categoryId.toUpperCase() })).answer._id).toBe(answer._id)
})
