// What the team sees of a report, for each kind of reported content.
import { listMessages, sendMessage, flagMessage } from '@parvis/contract/chat.ts'
import { flagDeal, getDeal, listDeals } from '@parvis/contract/deals.ts'
import { flagEvent } from '@parvis/contract/feed.ts'
import { getCase, listOwnDecisions, restoreCase } from '@parvis/contract/moderation.ts'
import { listNotifications } from '@parvis/contract/notifications.ts'
import { flagUser, getProfile } from '@parvis/contract/profile.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDeal } from '#server/testing/deals.ts'
import { addEvent } from '#server/testing/events.ts'
import {
  decide,
  makeMinor,
  moderationCalls,
  postVisibility,
  listWaitingCases,
} from '#server/testing/moderated-posts.ts'
import { addMessages } from '#server/testing/messages.ts'
import { asPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { currentAgeRule } from '#server/kernel/minors.ts'
import { exportChat } from '../chat/chat-export.service.ts'
import { exportDealReports } from '../deals/deals-export.service.ts'
import { exportFeed } from '../feed/feed-export.service.ts'
import { exportPersonReports } from '../profile/people-export.service.ts'

const HOME = 'les-tilleuls'

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

const { newMember, caseOf, reportedPost } = moderationCalls(() => server)

describe('a report', () => {
  it('is added to the open case of the content with its reason, and does not show the team who reported', async () => {
    const { postId, caseId } = await reportedPost('Bonjour', 'Insulte les voisins')
    const other = await newMember()
    await other.visitor.call(flagEvent, { params: { id: postId }, body: { reason: 'Moi aussi' } })
    const [line] = await listWaitingCases(administrator)
    expect(line).toMatchObject({ _id: caseId, kind: 'post', flagsCount: 2, state: 'open', hidden: false })
    const { answer } = await administrator.call(getCase, { params: { id: caseId } })
    expect(answer.reasons.map(({ text }) => text)).toEqual(['Insulte les voisins', 'Moi aussi'])
    expect(answer.content.text).toBe('Bonjour')
    expect(JSON.stringify(answer)).not.toContain(other.userId)
  })

  it('shows the team the chosen rule, and is in the data export of the reporter', async () => {
    const [author, reporter, other] = [await newMember(), await newMember(), await newMember()]
    const postId = await addEvent(server, { userId: author.userId })
    const dealId = await addDeal(server)
    const [messageId] = await addMessages(server, await server.communityId(HOME), author.userId, reporter.userId)
    const { call } = reporter.visitor
    const body = { rule: 'scam', reason: '   ' } as const
    await call(flagEvent, { params: { id: postId }, body })
    await call(flagDeal, { params: { id: dealId }, body })
    await call(flagMessage, { params: { id: messageId! }, body })
    await call(flagUser, { params: { id: author.userId }, body })
    await other.visitor.call(flagEvent, { params: { id: postId }, body: { rule: 'privacy', reason: 'Mon adresse' } })
    const reasonsOf = async (subjectId: string) =>
      (await administrator.call(getCase, { params: { id: await caseOf(subjectId) } })).answer.reasons.map(
        ({ rule: named, text }) => [named, text],
      )
    expect(await reasonsOf(postId)).toEqual([
      ['scam', ''],
      ['privacy', 'Mon adresse'],
    ])
    for (const id of [dealId, messageId!, author.userId]) expect(await reasonsOf(id)).toEqual([['scam', '']])
    const key = {
      ...reporter,
      communityId: await server.communityId(HOME),
      hiddenUserIds: [],
      ageRule: currentAgeRule(server.platform),
    }
    const { db } = server
    const files = [
      ...exportFeed(db, key),
      ...exportChat(db, key),
      exportDealReports(db, key),
      exportPersonReports(db, key),
    ]
    const exported = files.filter(({ name }) => name.startsWith('reported-'))
    expect(exported.map(({ name }) => name)).toEqual([
      'reported-posts',
      'reported-messages',
      'reported-deals',
      'reported-people',
    ])
    for (const file of exported) {
      const lines: unknown[] = []
      for await (const line of file.read()) lines.push(line)
      expect(lines).toEqual([expect.objectContaining({ rule: 'scam', reason: null })])
    }
  })

  it('is accepted without a rule, and refused with an unknown rule', async () => {
    const [author, reporter] = [await newMember(), await newMember()]
    const id = await addEvent(server, { userId: author.userId })
    const flag = (body: object) => reporter.visitor.call(flagEvent, { params: { id }, body })
    expect((await flag({ rule: 'noise' })).error).toEqual({ key: 'badrequest' })
    expect((await flag({})).status).toBe(200)
  })

  it('shows the content as it was reported, not as it was edited since', async () => {
    const { postId, caseId } = await reportedPost('Le premier texte')
    await sql`update events set description = 'Tout doux' where id = ${postId}`.execute(server.db)
    const { answer } = await administrator.call(getCase, { params: { id: caseId } })
    expect(answer.content.text).toBe('Le premier texte')
  })

  it('notifies the team, except a staff member who wrote the reported post', async () => {
    const about = await newMember('administrator')
    const reporter = await newMember()
    const postId = await addEvent(server, { userId: about.userId, description: 'Fermé' })
    await reporter.visitor.call(flagEvent, { params: { id: postId } })
    const news = async (visitor: Visitor) =>
      (await visitor.call(listNotifications, { query: {} })).answer.docs.filter(({ kind }) => kind === 'moderation')
    expect((await news(administrator))[0]?.moderation).toMatchObject({ about: 'post', news: 'report' })
    expect(await news(about.visitor)).toEqual([])
    expect(await listWaitingCases(about.visitor)).toEqual([])
    const id = await caseOf(postId)
    expect((await about.visitor.call(getCase, { params: { id } })).error.key).toBe('error404')
    expect((await decide(about.visitor, id, 'keep')).error.key).toBe('error404')
  })

  it('is visible to webmasters in the list of all communities, and not to administrators of other communities', async () => {
    const { caseId } = await reportedPost()
    const otherAdministrator = await asPerson(server, {
      email: 'stranger@test.example',
      role: 'administrator',
      community: 'quartier-de-la-gare',
    })
    expect((await listWaitingCases(webmaster, { everywhere: true })).map(({ _id }) => _id)).toEqual([caseId])
    expect(await listWaitingCases(otherAdministrator.visitor)).toEqual([])
    expect((await otherAdministrator.visitor.call(getCase, { params: { id: caseId } })).status).toBe(404)
  })
})

describe('content of a minor', () => {
  it('is hidden from the first report on, until the team decides', async () => {
    const author = await newMember()
    await makeMinor(server, author.userId)
    const reporter = await newMember()
    const postId = await addEvent(server, { userId: author.userId, description: 'Mon numéro' })
    await reporter.visitor.call(flagEvent, { params: { id: postId } })
    expect(await postVisibility(reporter.visitor, postId)).toBe('false 404')
    expect((await listWaitingCases(administrator))[0]).toMatchObject({ hidden: true, concernsMinor: true })
    const id = await caseOf(postId)
    await decide(administrator, id, 'keep')
    expect(await postVisibility(reporter.visitor, postId)).toBe('true 200')
    expect((await author.visitor.call(listOwnDecisions)).answer[0]).toMatchObject({ decision: 'keep' })
  })

  it('includes the texts of a profile, which are hidden from the first report on, until the team decides', async () => {
    const author = await newMember()
    await makeMinor(server, author.userId)
    await sql`update users set description = 'Je cherche des amis', job = 'Collégien' where id = ${author.userId}`.execute(
      server.db,
    )
    const reporter = await newMember()
    await reporter.visitor.call(flagUser, { params: { id: author.userId } })
    const words = async () => {
      const { rows } = await sql<{ description: string | null; job: string | null }>`
        select description, job from users where id = ${author.userId}`.execute(server.db)
      return rows[0]
    }
    expect(await words()).toEqual({ description: null, job: null })
    await decide(administrator, await caseOf(author.userId), 'keep')
    expect(await words()).toEqual({ description: 'Je cherche des amis', job: 'Collégien' })
    expect((await reporter.visitor.call(getProfile, { query: { userId: author.userId } })).status).toBe(200)
  })
})

describe('a private message', () => {
  const reportedMessage = async () => {
    const [author, reader] = [await newMember(), await newMember()]
    const send = async (visitor: Visitor, to: string, text: string) =>
      (await visitor.call(sendMessage, { body: { to, text, tmpId: `t${Math.random()}` } })).answer
    for (let at = 0; at < 8; at++) await send(reader.visitor, author.userId, `avant ${at}`)
    const message = await send(author.visitor, reader.userId, 'Une menace')
    await reader.visitor.call(flagMessage, { params: { id: message._id }, body: {} })
    return { author, reader, id: message._id, caseId: await caseOf(message._id) }
  }
  const textsOf = async (visitor: Visitor, userId: string) =>
    (await visitor.call(listMessages, { query: { userId } })).answer.docs

  it('is shown to the team with the five messages before it, and the view is audited', async () => {
    const { id, caseId } = await reportedMessage()
    const { answer } = await administrator.call(getCase, { params: { id: caseId } })
    expect(answer.content.messages.map(({ text }) => text)).toEqual([
      'avant 3',
      'avant 4',
      'avant 5',
      'avant 6',
      'avant 7',
      'Une menace',
    ])
    expect(answer.content.messages.filter(({ reported }) => reported).length).toBe(1)
    const looks = await server.db
      .selectFrom('audit_log')
      .select('act')
      .where('subject_id', '=', id)
      .where('act', '=', 'message.viewed')
      .execute()
    expect(looks.length).toBe(1)
  })

  it('is shown without its text to everybody but its sender while hidden, and in full once restored', async () => {
    const { author, reader, id, caseId } = await reportedMessage()
    await decide(administrator, caseId, 'hide')
    const seenBy = async (visitor: Visitor, other: string) =>
      (await textsOf(visitor, other)).find(one => '_id' in one && one._id === id)
    expect(await seenBy(reader.visitor, author.userId)).toMatchObject({ text: null, deleted: true, hiddenByTeam: true })
    const own = await seenBy(author.visitor, reader.userId)
    expect(own).toMatchObject({ text: 'Une menace', hiddenByTeam: true })
    expect(own).not.toHaveProperty('deleted')
    await administrator.call(restoreCase, { params: { id: caseId } })
    const found = (await textsOf(reader.visitor, author.userId)).find(one => '_id' in one && one._id === id)
    expect(found).toMatchObject({ text: 'Une menace' })
    expect(found).not.toHaveProperty('deleted')
  })
})

describe('a good deal', () => {
  it('counts two reports by one member on a day as one, and is hidden in lists and at its URL until the decision is undone', async () => {
    const dealId = await addDeal(server)
    const reporter = await newMember()
    const flag = () => reporter.visitor.call(flagDeal, { params: { id: dealId }, body: { reason: 'Faux prix' } })
    await flag()
    await flag()
    const caseId = await caseOf(dealId)
    expect((await listWaitingCases(administrator))[0]).toMatchObject({ kind: 'deal', flagsCount: 1 })
    const sees = async (visitor: Visitor) => {
      const listed = (await visitor.call(listDeals, { query: { all: true } })).answer.docs.some(
        ({ _id }) => _id === dealId,
      )
      return `${listed} ${(await visitor.call(getDeal, { query: { id: dealId } })).status}`
    }
    expect(await sees(reporter.visitor)).toBe('true 200')
    await decide(administrator, caseId, 'hide')
    expect(await sees(reporter.visitor)).toBe('false 404')
    const owner = await server.as('advertiser')
    const kept = await owner.call(getDeal, { query: { id: dealId } })
    expect(kept.answer).toMatchObject({ keeping: { state: 'hidden' }, abilities: { edit: false, remove: true } })
    await administrator.call(restoreCase, { params: { id: caseId } })
    expect(await sees(reporter.visitor)).toBe('true 200')
  })
})
