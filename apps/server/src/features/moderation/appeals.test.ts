// Appeals against decisions, reminders of pending cases, and the monthly counts.
import {
  appealDecision,
  APPEAL_DAYS,
  decideAppeal,
  getCase,
  getModerationCounts,
  listCases,
  listOwnDecisions,
} from '@parvis/contract/moderation.ts'
import { getSession } from '@parvis/contract/session.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { decide, moderationCalls, postVisibility, listWaitingCases } from '#server/testing/moderated-posts.ts'
import { waitForMail } from '#server/testing/mails.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { enqueueReminders } from './remind.service.ts'
import { purgeOldCases } from './sweep.service.ts'

let server: TestServer
let administrator: Visitor
let webmaster: Visitor
beforeAll(async () => {
  server = await openTestServer('demo', { settings: { contactEmail: 'bonjour@parvis.test.example' } })
  ;[administrator, webmaster] = [await server.as('administrator'), await server.as('webmaster')]
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.aheadMs = 0
  await server.db.deleteFrom('moderation_cases').execute()
})

const { reportedPost } = moderationCalls(() => server)

describe('decided cases and appeals', () => {
  const createDecidedCase = async () => {
    const found = await reportedPost()
    await decide(administrator, found.caseId, 'hide')
    const appeal = (text = 'Je ne visais personne.') =>
      found.author.visitor.call(appealDecision, { body: { caseId: found.caseId, text } })
    return { ...found, appeal }
  }
  const decideOn = (visitor: Visitor, id: string, overturn: boolean) =>
    visitor.call(decideAppeal, { params: { id }, body: { overturn, reason: 'Après relecture' } })

  it('an appeal cannot be decided by the first decider, and the post is visible again when a second person overturns the decision', async () => {
    const { author, reporter, postId, caseId, appeal } = await createDecidedCase()
    expect((await appeal()).answer).toMatchObject({ appeal: { outcome: null }, abilities: { appeal: false } })
    expect(await listWaitingCases(administrator)).toEqual([])
    expect((await listWaitingCases(webmaster)).map(({ _id, state }) => `${_id} ${state}`)).toEqual([
      `${caseId} appealed`,
    ])
    expect((await decideOn(administrator, caseId, false)).error.key).toBe('forbidden')
    expect((await decideOn(webmaster, caseId, true)).answer.appeal?.outcome).toMatchObject({ overturned: true })
    expect(await postVisibility(reporter.visitor, postId)).toBe('true 200')
    const [own] = (await author.visitor.call(listOwnDecisions)).answer
    expect(own?.appeal?.outcome).toMatchObject({ overturned: true, reason: 'Après relecture' })
    expect((await decideOn(webmaster, caseId, false)).error.key).toBe('alreadydecided')
  })

  it('decided cases are listed with the latest decision first, across pages', async () => {
    const first = await reportedPost()
    const second = await reportedPost()
    await decide(administrator, second.caseId, 'keep')
    server.clock.aheadMs = 60_000
    await decide(administrator, first.caseId, 'keep')
    const list = { list: 'decided' } as const
    const { docs } = (await administrator.call(listCases, { query: list })).answer
    expect(docs.map(({ _id }) => _id)).toEqual([first.caseId, second.caseId])
    await sql`
      insert into moderation_cases (id, community_id, kind, subject_id, opened_at, decided_at, decision, flags_count, concerns_minor, picture_ids, flagged_at)
      select gen_random_uuid(), community_id, kind, gen_random_uuid(), opened_at, decided_at - make_interval(secs => n), decision, 1, false, '{}', flagged_at
      from moderation_cases, generate_series(1, 30) as n where id = ${second.caseId}`.execute(server.db)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { answer } = await administrator.call(listCases, { query: { ...list, ...(cursor && { cursor }) } })
      seen.push(...answer.docs.map(({ _id, decidedAt }) => `${decidedAt} ${_id}`))
      cursor = answer.cursor ?? undefined
    } while (cursor)
    expect(seen).toHaveLength(32)
    expect(seen).toEqual(seen.toSorted().toReversed())
  })

  it('an appealed case shows whether anybody other than the decider can decide on the appeal', async () => {
    const { caseId, appeal } = await createDecidedCase()
    await appeal()
    const read = async () => (await administrator.call(getCase, { params: { id: caseId } })).answer.hasSecondPerson
    expect(await read()).toBe(true)
    const { _id: userId } = (await administrator.call(getSession)).answer
    const { rows } = await sql<{ id: string }>`
      update users set disabled_at = now() where role in ('administrator', 'webmaster') and id <> ${userId} and disabled_at is null
      returning id`.execute(server.db)
    expect(rows.length).toBeGreaterThan(0)
    expect(await read()).toBe(false)
    const ids = rows.map(({ id }) => id)
    await server.db.updateTable('users').set({ disabled_at: null }).where('id', 'in', ids).execute()
    expect(await read()).toBe(true)
  })

  it('a decision that is upheld on appeal is final', async () => {
    const { author, reporter, postId, caseId, appeal } = await createDecidedCase()
    await appeal()
    await decideOn(webmaster, caseId, false)
    expect(await postVisibility(reporter.visitor, postId)).toBe('false 404')
    expect((await appeal()).error.key).toBe('alreadydecided')
    // The two mails are sent by separate jobs, in either order.
    await waitForMail(server, author.email, 2)
    const texts = server.mailbox!.mails.filter(({ to }) => to === author.email).map(({ text }) => text)
    expect(texts.join()).toContain('Après relecture')
  })

  it('an appeal is accepted once, in time, from the author, with a text', async () => {
    const { reporter, caseId, appeal } = await createDecidedCase()
    expect((await appeal('  ')).error).toMatchObject({ key: 'reasonmandatory', field: 'text' })
    const others = await reporter.visitor.call(appealDecision, { body: { caseId, text: 'Moi' } })
    expect(others.error.key).toBe('error404')
    server.clock.aheadMs = (APPEAL_DAYS + 1) * DAY_MS + 60_000
    expect((await appeal()).error.key).toBe('alreadydecided')
    // the author can still appeal one minute before the end of the last day
    server.clock.aheadMs -= 120_000
    const both = await Promise.all([appeal(), appeal()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('a suspended member can appeal, and the suspension ends if the decision is overturned', async () => {
    const { author, caseId } = await reportedPost()
    await decide(administrator, caseId, 'suspend', { days: 30 })
    const said = await author.visitor.call(appealDecision, { body: { caseId, text: 'Pardon' } })
    expect(said.status).toBe(200)
    await decideOn(webmaster, caseId, true)
    expect((await author.visitor.call(getSession)).answer.suspendedUntil).toBeNull()
  })
})

describe('a pending case', () => {
  it('causes one reminder by mail to the team after 24 hours, and to webmasters too after 48 hours', async () => {
    const { caseId } = await reportedPost()
    const mails = () => server.mailbox.mails.filter(({ text }) => text.includes(caseId)).map(({ to }) => to)
    const remind = () => enqueueReminders(server.platform, [24, 48])
    await remind()
    expect(mails()).toEqual([])
    server.clock.aheadMs = 24 * 3_600_000 + 60_000
    await remind()
    await remind()
    await server.settled()
    expect(mails().filter(to => to === 'administrator@demo.example')).toHaveLength(1)
    const first = mails().length
    server.clock.aheadMs = 48 * 3_600_000 + 60_000
    await remind()
    await expect.poll(() => mails().length).toBeGreaterThan(first)
    expect(mails()).toContain('webmaster@demo.example')
    await decide(administrator, caseId, 'keep')
    const last = mails().length
    server.clock.aheadMs = 100 * 3_600_000
    await remind()
    expect(mails().length).toBe(last)
  })
})

describe('a pending appeal', () => {
  it('causes a reminder by mail to the team, except to the decider', async () => {
    const { author, caseId } = await reportedPost()
    await decide(administrator, caseId, 'hide')
    await author.visitor.call(appealDecision, { body: { caseId, text: 'Relisez' } })
    server.clock.aheadMs = 24 * 3_600_000 + 60_000
    await enqueueReminders(server.platform, [24, 48])
    const reminded = () =>
      server.mailbox.mails.filter(({ text }) => text.includes(`signalement?id=${caseId}`)).map(({ to }) => to)
    await expect.poll(reminded).toContain('webmaster@demo.example')
    expect(reminded()).not.toContain('administrator@demo.example')
  })
})

describe('monthly moderation counts', () => {
  it('include reports, cases, decisions and appeals, and are visible to every member', async () => {
    const [one, two] = [await reportedPost(), await reportedPost()]
    await reportedPost()
    await decide(administrator, one.caseId, 'keep')
    await decide(administrator, two.caseId, 'hide')
    await two.author.visitor.call(appealDecision, { body: { caseId: two.caseId, text: 'Non' } })
    await webmaster.call(decideAppeal, { params: { id: two.caseId }, body: { overturn: true, reason: 'Oui' } })
    const neighbor = await server.as('neighbor')
    const counts = async () => (await neighbor.call(getModerationCounts)).answer
    // a case of today is not counted, because the count could reveal who reported
    expect(await counts()).toEqual([])
    server.clock.aheadMs = DAY_MS
    const [month] = await counts()
    expect(month).toMatchObject({
      reports: 3,
      cases: 3,
      waiting: 1,
      decisions: { keep: 1, hide: 1, warn: 0, suspend: 0, remove: 0 },
      appeals: 1,
      overturned: 1,
    })
  })

  it('are computed from cases, which are deleted a year after their decision; pending cases remain', async () => {
    const { caseId } = await reportedPost()
    const { caseId: open } = await reportedPost()
    await decide(administrator, caseId, 'keep')
    server.clock.aheadMs = 400 * DAY_MS
    await purgeOldCases(server.platform)
    const left = await server.db.selectFrom('moderation_cases').select('id').execute()
    expect(left.map(({ id }) => id)).toEqual([open])
  })
})
