// The team can remove a post or a deal without a report. Its author can read the reason and appeal.
import { getDeal, listDeals } from '@parvis/contract/deals.ts'
import { flagEvent, getEvent, listEvents, removeEvent } from '@parvis/contract/feed.ts'
import {
  appealDecision,
  decideAppeal,
  getModerationCounts,
  listCases,
  listOwnDecisions,
} from '@parvis/contract/moderation.ts'
import { removeDeal } from '@parvis/contract/write-deals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDeal } from '#server/testing/deals.ts'
import { addEvent } from '#server/testing/events.ts'
import { waitForMail } from '#server/testing/mails.ts'
import { asPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { eraseFinalRemovals } from './sweep.service.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { APPEAL_DAYS } from '@parvis/contract/moderation.ts'

let server: TestServer
let administrator: Visitor
let webmaster: Visitor
beforeAll(async () => {
  server = await openTestServer('demo')
  ;[administrator, webmaster] = [await server.as('administrator'), await server.as('webmaster')]
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.aheadMs = 0
  await server.db.deleteFrom('moderation_cases').execute()
})

let people = 0
const newMember = async (role: 'neighbor' | 'advertiser' = 'neighbor') => {
  const email = `taken-${++people}@test.example`
  return { email, ...(await asPerson(server, { email, pseudo: `Taken${people}x`, role, community: 'les-tilleuls' })) }
}
const ruling = { rule: 'advertising', reason: 'Trois fois la même annonce' } as const
const removePost = (id: string, visitor = administrator) => visitor.call(removeEvent, { params: { id }, query: ruling })
const decisionsAbout = async (visitor: Visitor) => (await visitor.call(listOwnDecisions)).answer
const decidedCases = async (visitor: Visitor) =>
  (await visitor.call(listCases, { query: { list: 'decided' } })).answer.docs

describe('a post that the team removes', () => {
  it('is hidden at once, and its author can read the rule and the reason in the app, and the reason in a mail', async () => {
    const author = await newMember()
    const id = await addEvent(server, { userId: author.userId, description: 'À vendre' })
    expect((await removePost(id)).status).toBe(200)
    const viewer = await server.as('neighbor')
    expect((await viewer.call(getEvent, { params: { id } })).status).toBe(404)
    expect((await viewer.call(listEvents, { query: {} })).answer.docs.some(({ _id }) => _id === id)).toBe(false)
    expect(await decisionsAbout(author.visitor)).toMatchObject([
      { kind: 'post', subjectId: id, decision: 'remove', ...ruling, excerpt: { text: 'À vendre' } },
    ])
    expect((await waitForMail(server, author.email)).text).toContain(ruling.reason)
  })

  it('is restored by a second person on appeal, with its text and channels', async () => {
    const author = await newMember()
    const id = await addEvent(server, { userId: author.userId, description: 'À donner' })
    const read = async () => {
      const { version: _, ...post } = (await (await server.as('neighbor')).call(getEvent, { params: { id } })).answer
      return post
    }
    const before = await read()
    await removePost(id)
    const [own] = await decisionsAbout(author.visitor)
    await author.visitor.call(appealDecision, { body: { caseId: own!._id, text: 'Je donne, je ne vends pas' } })
    const answer = { params: { id: own!._id }, body: { overturn: true, reason: 'En effet' } }
    expect((await administrator.call(decideAppeal, answer)).status).toBe(403)
    expect((await webmaster.call(decideAppeal, answer)).status).toBe(200)
    expect(await read()).toEqual(before)
  })

  it('is deleted once no appeal is possible', async () => {
    const author = await newMember()
    const id = await addEvent(server, { userId: author.userId })
    await removePost(id)
    await eraseFinalRemovals(server.platform)
    expect((await author.visitor.call(getEvent, { params: { id } })).status).toBe(200)
    server.clock.aheadMs = (APPEAL_DAYS + 1) * DAY_MS + 1_000
    await eraseFinalRemovals(server.platform)
    expect(await server.db.selectFrom('events').select('id').where('id', '=', id).execute()).toEqual([])
    expect(await server.db.selectFrom('event_flags').select('id').where('event_id', '=', id).execute()).toEqual([])
  })

  it('has its pending case, including the reports, decided by the removal', async () => {
    const [author, reporter] = [await newMember(), await newMember()]
    const id = await addEvent(server, { userId: author.userId })
    await reporter.visitor.call(flagEvent, { params: { id }, body: { reason: 'Toujours la même' } })
    await removePost(id)
    expect(await decidedCases(administrator)).toMatchObject([{ flagsCount: 1, decision: 'remove', state: 'decided' }])
  })

  it('is counted in the monthly counts as a decided case without reports', async () => {
    const author = await newMember()
    await removePost(await addEvent(server, { userId: author.userId }))
    server.clock.aheadMs = DAY_MS
    const [month] = (await author.visitor.call(getModerationCounts)).answer
    expect(month).toMatchObject({ reports: 0, cases: 1, decisions: { remove: 1 }, medianHours: null })
  })

  it('is removed once when several staff members remove it at the same moment', async () => {
    const author = await newMember()
    const id = await addEvent(server, { userId: author.userId })
    const answers = await Promise.all([removePost(id), removePost(id, webmaster), removePost(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect(await decidedCases(administrator)).toHaveLength(1)
  })

  it('can be removed by a request without rule and reason', async () => {
    const author = await newMember()
    const id = await addEvent(server, { userId: author.userId })
    expect((await administrator.call(removeEvent, { params: { id } })).status).toBe(200)
    expect(await decisionsAbout(author.visitor)).toMatchObject([{ decision: 'remove', rule: null, reason: null }])
  })

  it('can be deleted by its author, which creates no case', async () => {
    const author = await newMember()
    const id = await addEvent(server, { userId: author.userId })
    expect((await author.visitor.call(removeEvent, { params: { id } })).status).toBe(200)
    expect(await decidedCases(administrator)).toEqual([])
    expect(await server.db.selectFrom('events').select('id').where('id', '=', id).execute()).toEqual([])
  })
})

describe('a good deal that the team removes', () => {
  it('is hidden in the list and at its URL, and restored on appeal', async () => {
    const author = await newMember('advertiser')
    const id = await addDeal(server, { userId: author.userId })
    const isListed = async () =>
      (await (await server.as('neighbor')).call(listDeals, { query: {} })).answer.docs.some(({ _id }) => _id === id)
    expect(await isListed()).toBe(true)
    expect((await administrator.call(removeDeal, { params: { id }, query: ruling })).status).toBe(200)
    expect(await isListed()).toBe(false)
    expect((await (await server.as('neighbor')).call(getDeal, { query: { id } })).status).toBe(404)
    // hidden content can be removed by its author only, not by the team
    expect((await administrator.call(removeDeal, { params: { id }, query: ruling })).status).toBe(403)
    const [own] = await decisionsAbout(author.visitor)
    expect(own).toMatchObject({ kind: 'deal', decision: 'remove', ...ruling, excerpt: { text: expect.any(String) } })
    await author.visitor.call(appealDecision, { body: { caseId: own!._id, text: 'Elle est neuve' } })
    await webmaster.call(decideAppeal, { params: { id: own!._id }, body: { overturn: true, reason: 'Oui' } })
    expect(await isListed()).toBe(true)
  })
})
