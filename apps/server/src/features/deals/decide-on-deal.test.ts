import { decideOnDeal, endDeal, removeDeal } from '@parvis/contract/write-deals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dealCalls } from '#server/testing/deals.ts'
import { waitForMail } from '#server/testing/mails.ts'
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

describe('a professional’s first deal', () => {
  it('needs approval, about which the author receives a mail; deals created after the approval need none', async () => {
    const { visitor, email } = await calls.newProfessional()
    const { answer } = await calls.create(visitor)
    expect(answer).toMatchObject({ keeping: { state: 'waiting' }, abilities: { publish: false, approve: false } })
    const second = (await calls.create(visitor)).answer
    expect(second.keeping?.state).toBe('waiting')
    for (const other of [neighbor, employee, server.visitor()])
      expect((await calls.read(other, answer._id)).error.key).toBe('error404')
    expect((await calls.read(administrator, answer._id)).answer.abilities.approve).toBe(true)
    expect(await calls.listed(visitor)).not.toContain(answer._id)
    const approved = await calls.decide(administrator, answer._id, true)
    expect(approved.answer).toMatchObject({ keeping: { state: 'shown' }, version: 2 })
    expect(await calls.listed(neighbor)).toContain(answer._id)
    const mail = await waitForMail(server, email)
    expect(mail.subject).toBe('Bon plan en ligne\u00a0: Pain du matin')
    expect(mail.text).toContain(`http://parvis.test/les-tilleuls/annonce?id=${answer._id}`)
    expect((await calls.create(visitor)).answer.keeping?.state).toBe('shown')
    // An approval does not approve other deals that are pending already.
    expect((await calls.read(visitor, second._id)).answer.keeping?.state).toBe('waiting')
    // Later deals need no approval even if the approved deal is removed.
    await visitor.call(removeDeal, { params: { id: answer._id } })
    expect((await calls.create(visitor)).answer.keeping?.state).toBe('shown')
  })

  it('that is refused becomes pending again when edited, and the author receives a mail with the reason for the refusal', async () => {
    const { visitor, email, accountId } = await calls.newProfessional()
    await server.db.updateTable('accounts').set({ language: 'en' }).where('id', '=', accountId).execute()
    const { answer } = await calls.create(visitor)
    const refused = await calls.decide(administrator, answer._id, false, '  Pas de prix & pas <d’adresse>. ')
    expect(refused.answer.keeping).toMatchObject({ state: 'refused', refusal: 'Pas de prix & pas <d’adresse>.' })
    const mail = await waitForMail(server, email)
    expect(mail.subject).toBe('Your good deal: Morning bread')
    expect(mail.text).toContain('They say: Pas de prix & pas <d’adresse>.')
    expect(mail.text).toContain(`/les-tilleuls/vie-locale/edition?id=${answer._id}`)
    expect(mail.html).not.toContain('<d’adresse>')
    expect((await visitor.call(endDeal, { params: { id: answer._id } })).answer.keeping?.state).toBe('refused')
    const changed = (await calls.edit(visitor, answer._id, { price: '5 €' })).answer
    expect(changed.keeping).toMatchObject({ state: 'waiting', refusal: null })
    await calls.decide(administrator, answer._id, true)
    // An approved deal stays approved when edited.
    expect((await calls.edit(visitor, answer._id, { price: '6 €' })).answer.keeping?.state).toBe('shown')
    const { id } = { id: answer._id }
    const row = await server.db
      .selectFrom('audit_log')
      .select('act')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
    expect(row.map(({ act }) => act)).toEqual(['deal.refused', 'deal.approved'])
  })

  it('is decided once by concurrent decisions; a contradicting one fails with dealchanged', async () => {
    const { visitor, email } = await calls.newProfessional()
    const { _id } = (await calls.create(visitor)).answer
    const decisions = await Promise.all([1, 2, 3].map(() => calls.decide(administrator, _id, true)))
    expect(decisions.map(({ answer }) => answer.version)).toEqual([2, 2, 2])
    expect((await calls.decide(administrator, _id, false)).error.key).toBe('dealchanged')
    await waitForMail(server, email)
    const other = (await calls.create((await calls.newProfessional()).visitor)).answer._id
    const webmaster = await server.as('webmaster')
    const mixed = await Promise.all([calls.decide(administrator, other, true), calls.decide(webmaster, other, false)])
    expect(mixed.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(server.mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1)
  })

  it('is decided only by administrators of its own community and by webmasters', async () => {
    const { visitor } = await calls.newProfessional()
    const { _id } = (await calls.create(visitor)).answer
    const outsider = await asPerson(server, {
      email: 'else@test.example',
      role: 'administrator',
      community: 'quartier-de-la-gare',
    })
    expect((await calls.decide(visitor, _id, true)).error.key).toBe('forbidden')
    expect((await calls.decide(employee, _id, true)).error.key).toBe('error404')
    expect((await calls.decide(outsider.visitor, _id, true)).error.key).toBe('error404')
    expect((await calls.decide(await server.as('webmaster'), _id, true)).status).toBe(200)
  })

  it('cannot be decided when it has changed since it was read', async () => {
    const { visitor } = await calls.newProfessional()
    const { _id, version } = (await calls.create(visitor)).answer
    const changed = (await calls.edit(visitor, _id, { title: 'Autre chose' })).answer
    for (const approve of [true, false]) {
      const refused = await administrator.call(decideOnDeal, { params: { id: _id }, body: { approve, version } })
      expect(refused.error.key).toBe('dealchanged')
    }
    expect((await calls.read(visitor, _id)).answer.keeping?.state).toBe('waiting')
    const body = { approve: true, version: changed.version }
    const approved = (await administrator.call(decideOnDeal, { params: { id: _id }, body })).answer
    expect([approved.title, approved.keeping?.state]).toEqual(['Autre chose', 'shown'])
  })

  it('cannot be approved once it is over, until its end date is removed', async () => {
    const { visitor } = await calls.newProfessional()
    const { _id } = (await calls.create(visitor)).answer
    expect((await visitor.call(endDeal, { params: { id: _id } })).answer.keeping?.state).toBe('ended')
    expect((await calls.decide(administrator, _id, true)).error.key).toBe('dealchanged')
    const again = (await calls.edit(visitor, _id, { endDate: null })).answer
    expect(again.keeping?.state).toBe('waiting')
    expect((await calls.decide(administrator, _id, true)).answer.keeping?.state).toBe('shown')
  })
})
