// From a report to the appeal: a decision takes effect before the response, and the author can read the reason.
import { listMessages, sendMessage, flagMessage } from '@parvis/contract/chat.ts'
import { flagDeal, getDeal, listDeals } from '@parvis/contract/deals.ts'
import { flagEvent, getEvent, listEvents } from '@parvis/contract/feed.ts'
import {
  appealByLink,
  appealDecision,
  APPEAL_DAYS,
  type CaseSummary,
  decideAppeal,
  decideCase,
  getCase,
  getModerationCounts,
  listCases,
  listOwnDecisions,
  type ModerationDecision,
  readDecisionsByLink,
  restoreCase,
} from '@parvis/contract/moderation.ts'
import { listNotifications } from '@parvis/contract/notifications.ts'
import { flagUser, getProfile } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { getSession } from '@parvis/contract/session.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { addDeal } from '#server/testing/deals.ts'
import { addEvent } from '#server/testing/events.ts'
import { addMessages } from '#server/testing/messages.ts'
import { waitForMail } from '#server/testing/mails.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { asPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { currentAgeRule } from '#server/kernel/minors.ts'
import { exportChat } from '../chat/chat-export.service.ts'
import { exportDealReports } from '../deals/deals-export.service.ts'
import { exportFeed } from '../feed/feed-export.service.ts'
import { exportReports } from '../people/people-export.service.ts'
import { enqueueReminders } from './remind.service.ts'
import { eraseFinalRemovals, purgeOldCases } from './sweep.service.ts'

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

let people = 0
const newMember = async (role: 'neighbor' | 'advertiser' | 'employee' | 'administrator' = 'neighbor') => {
  const email = `moderated-${++people}@test.example`
  return { email, ...(await asPerson(server, { email, pseudo: `Mod${people}x`, role, community: HOME })) }
}
const makeMinor = (userId: string) =>
  sql`update users set birthdate = ${`${new Date().getFullYear() - 13}-01-02`} where id = ${userId}`.execute(server.db)

const waiting = async (visitor: Visitor, query: { everywhere?: boolean } = {}): Promise<CaseSummary[]> =>
  (await visitor.call(listCases, { query })).answer.docs

const caseOf = async (subjectId: string): Promise<string> =>
  (
    await server.db
      .selectFrom('moderation_cases')
      .select('id')
      .where('subject_id', '=', subjectId)
      .executeTakeFirstOrThrow()
  ).id

/** Creates a post that is reported, and returns it with its case. */
const reportedPost = async (words = 'Des mots trop vifs', reason?: string) => {
  const author = await newMember()
  const reporter = await newMember()
  const postId = await addEvent(server, { userId: author.userId, description: words })
  await reporter.visitor.call(flagEvent, { params: { id: postId }, body: reason ? { reason } : {} })
  return { author, reporter, postId, caseId: await caseOf(postId) }
}

const rule = { rule: 'respect', reason: 'Une insulte' } as const
const decide = (visitor: Visitor, id: string, decision: ModerationDecision, more: { days?: number } = {}) =>
  visitor.call(decideCase, { params: { id }, body: { decision, ...(decision !== 'keep' && rule), ...more } })

const postVisibility = async (visitor: Visitor, id: string) => {
  const inList = (await visitor.call(listEvents, { query: {} })).answer.docs.some(({ _id }) => _id === id)
  const byId = (await visitor.call(getEvent, { params: { id } })).status
  return `${inList} ${byId}`
}

describe('a report', () => {
  it('joins the open case of the content, with its reason and without its reporter', async () => {
    const { postId, caseId } = await reportedPost('Bonjour', 'Insulte les voisins')
    const other = await newMember()
    await other.visitor.call(flagEvent, { params: { id: postId }, body: { reason: 'Moi aussi' } })
    const [line] = await waiting(administrator)
    expect(line).toMatchObject({ _id: caseId, kind: 'post', flagsCount: 2, state: 'open', hidden: false })
    const { answer } = await administrator.call(getCase, { params: { id: caseId } })
    expect(answer.reasons.map(({ text }) => text)).toEqual(['Insulte les voisins', 'Moi aussi'])
    expect(answer.content.text).toBe('Bonjour')
    expect(JSON.stringify(answer)).not.toContain(other.userId)
  })

  it('shows the team the chosen rule, and the reporter their report in the data export', async () => {
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
    const files = [...exportFeed(db, key), ...exportChat(db, key), exportDealReports(db, key), exportReports(db, key)]
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

  it('accepts only the known rules, or none', async () => {
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

  it('notifies the team, but not a staff member it is about', async () => {
    const about = await newMember('administrator')
    const reporter = await newMember()
    const postId = await addEvent(server, { userId: about.userId, description: 'Fermé' })
    await reporter.visitor.call(flagEvent, { params: { id: postId } })
    const news = async (visitor: Visitor) =>
      (await visitor.call(listNotifications, { query: {} })).answer.docs.filter(({ kind }) => kind === 'moderation')
    expect((await news(administrator))[0]?.moderation).toMatchObject({ about: 'post', news: 'report' })
    expect(await news(about.visitor)).toEqual([])
    expect(await waiting(about.visitor)).toEqual([])
    const id = await caseOf(postId)
    expect((await about.visitor.call(getCase, { params: { id } })).error.key).toBe('error404')
    expect((await decide(about.visitor, id, 'keep')).error.key).toBe('error404')
  })

  it('is visible to webmasters everywhere and not to administrators of other communities', async () => {
    const { caseId } = await reportedPost()
    const otherAdministrator = await asPerson(server, {
      email: 'stranger@test.example',
      role: 'administrator',
      community: 'quartier-de-la-gare',
    })
    expect((await waiting(webmaster, { everywhere: true })).map(({ _id }) => _id)).toEqual([caseId])
    expect(await waiting(otherAdministrator.visitor)).toEqual([])
    expect((await otherAdministrator.visitor.call(getCase, { params: { id: caseId } })).status).toBe(404)
  })
})

describe('a decision', () => {
  it('requires a rule and a reason, and days for a suspension', async () => {
    const { caseId } = await reportedPost()
    const tried = async (body: object) =>
      (await administrator.call(decideCase, { params: { id: caseId }, body: body as never })).error
    expect(await tried({ decision: 'hide' })).toMatchObject({ key: 'rulemandatory', field: 'rule' })
    expect(await tried({ decision: 'hide', rule: 'respect', reason: '  ' })).toMatchObject({ key: 'reasonmandatory' })
    expect(await tried({ decision: 'suspend', ...rule })).toMatchObject({ key: 'daysmandatory', field: 'days' })
    expect(await tried({ decision: 'suspend', ...rule, days: 2 })).toMatchObject({ key: 'daysmandatory' })
    expect((await waiting(administrator)).length).toBe(1)
  })

  it('hides a post from everybody but its author, and makes it visible again', async () => {
    const { author, reporter, postId, caseId } = await reportedPost()
    expect(await postVisibility(reporter.visitor, postId)).toBe('true 200')
    await decide(administrator, caseId, 'hide')
    expect(await postVisibility(reporter.visitor, postId)).toBe('false 404')
    expect(await postVisibility(administrator, postId)).toBe('false 404')
    const own = await author.visitor.call(getEvent, { params: { id: postId } })
    expect(own.answer.hiddenByTeam).toBe(true)
    const mine = await author.visitor.call(listEvents, { query: { filter: 'my' } })
    expect(mine.answer.docs.map(({ _id }) => _id)).toContain(postId)
    const back = await administrator.call(restoreCase, { params: { id: caseId } })
    expect(back.answer.hidden).toBe(false)
    expect(await postVisibility(reporter.visitor, postId)).toBe('true 200')
    const shown = await author.visitor.call(getEvent, { params: { id: postId } })
    expect(shown.answer).not.toHaveProperty('hiddenByTeam')
  })

  it('hides the picture of a post, which cannot be used again until the decision is undone', async () => {
    const [author, reporter] = [await newMember(), await newMember()]
    const file = multipartOf([['files', await plainPicture(40, 30).png().toBuffer()]])
    const { uri } = (await author.visitor.send({ method: 'POST', url: '/media', ...file })).answer as { uri: string }
    const publish = async (photoUri = uri) => {
      const tmpId = newId()
      return author.visitor.call(publishPost, {
        body: { title: tmpId, description: tmpId, photoUri, tmpId },
      })
    }
    const postId = (await publish()).answer._id
    await reporter.visitor.call(flagEvent, { params: { id: postId } })
    // the author must not learn of the report
    expect((await publish()).status).toBe(200)
    const seen = async () => {
      const viewers = [reporter.visitor, author.visitor, administrator]
      return Promise.all(viewers.map(async viewer => (await viewer.send({ method: 'GET', url: `${uri}/card` })).status))
    }
    expect(await seen()).toEqual([200, 200, 200])
    await decide(administrator, await caseOf(postId), 'hide')
    // a second post of the same author does not show the hidden picture either
    expect(await seen()).toEqual([404, 200, 200])
    expect((await publish()).error).toEqual({ key: 'badrequest', field: 'photoUri' })
    await administrator.call(restoreCase, { params: { id: await caseOf(postId) } })
    expect(await seen()).toEqual([200, 200, 200])
    expect((await publish()).status).toBe(200)
  })

  it('is taken once when two people decide at the same moment', async () => {
    const { caseId } = await reportedPost()
    const both = await Promise.all([decide(administrator, caseId, 'hide'), decide(webmaster, caseId, 'keep')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)!.error.key).toBe('alreadydecided')
  })

  it('notifies the author of the rule and the reason, in the app and by mail, and not the reporter', async () => {
    const { author, reporter, caseId } = await reportedPost('Des mots')
    await decide(administrator, caseId, 'warn')
    const [own] = (await author.visitor.call(listOwnDecisions)).answer
    expect(own).toMatchObject({ decision: 'warn', ...rule, abilities: { appeal: true } })
    expect(JSON.stringify(own)).not.toContain(reporter.userId)
    const mail = await waitForMail(server, author.email)
    expect(mail.text).toContain('Une insulte')
    expect(mail.subject).toMatch(/^Un avertissement à propos de votre publication «\u00a0.+\u00a0»$/)
    expect(mail.text).toContain(`/${HOME}/regles?decision=${caseId}`)
    const [told] = (await author.visitor.call(listNotifications, { query: {} })).answer.docs
    expect(told?.moderation).toMatchObject({ caseId, news: 'decision', decision: 'warn' })
    expect((await reporter.visitor.call(listOwnDecisions)).answer).toEqual([])
  })

  it('that finds no breach notifies nobody and changes nothing', async () => {
    const { author, reporter, postId, caseId } = await reportedPost()
    await decide(administrator, caseId, 'keep')
    expect((await author.visitor.call(listOwnDecisions)).answer).toEqual([])
    expect(await postVisibility(reporter.visitor, postId)).toBe('true 200')
    expect(await waiting(administrator)).toEqual([])
  })

  it('suspends a member, who can read but not write until it ends', async () => {
    const { author, postId, caseId } = await reportedPost()
    expect((await author.visitor.call(getSession)).answer.suspendedUntil).toBeNull()
    await decide(administrator, caseId, 'suspend', { days: 7 })
    const session = await author.visitor.call(getSession)
    expect(session.answer.suspendedUntil).not.toBeNull()
    expect(session.answer.abilities.publish).toBe(false)
    expect((await author.visitor.call(listEvents, { query: {} })).status).toBe(200)
    const post = () => author.visitor.call(publishPost, { body: { description: 'Encore moi' } })
    expect((await post()).error.key).toBe('suspended')
    const answered = await author.visitor.send({ method: 'POST', url: `/events/interested/${postId}` })
    expect(answered.error.key).toBe('suspended')
    server.clock.aheadMs = 7 * DAY_MS + 60_000
    await expect.poll(async () => (await post()).status, { timeout: 40_000 }).toBe(200)
  })

  it('on a profile hides its texts until the decision is undone', async () => {
    const [author, reporter] = [await newMember(), await newMember()]
    await sql`update users set description = 'Je vends tout' where id = ${author.userId}`.execute(server.db)
    await reporter.visitor.call(flagUser, { params: { id: author.userId } })
    const caseId = await caseOf(author.userId)
    await decide(administrator, caseId, 'suspend', { days: 1 })
    const told = async () =>
      (await server.db.selectFrom('users').select('description').where('id', '=', author.userId).executeTakeFirst())
        ?.description
    expect(await told()).toBeNull()
    await administrator.call(restoreCase, { params: { id: caseId } })
    expect(await told()).toBe('Je vends tout')
  })

  it('removes a member at once, who can appeal by the link in the mail', async () => {
    const author = await newMember()
    const reporter = await newMember()
    await reporter.visitor.call(flagUser, { params: { id: author.userId }, body: { reason: 'Escroc' } })
    const caseId = await caseOf(author.userId)
    await decide(administrator, caseId, 'remove')
    expect((await author.visitor.call(getSession)).status).toBe(403)
    const mail = await waitForMail(server, author.email)
    // the e-mail address where they can ask for their data, since they have no access
    expect(mail.text).toContain('bonjour@parvis.test.example')
    const token = /\/recours#([\w-]+)/.exec(mail.text)![1]!
    const signedOut = server.visitor()
    const read = await signedOut.call(readDecisionsByLink, { body: { token } })
    expect(read.answer).toMatchObject([{ decision: 'remove', ...rule, abilities: { appeal: true } }])
    await signedOut.call(appealByLink, { body: { token, text: 'C’est une erreur.' } })
    expect((await signedOut.call(appealByLink, { body: { token, text: 'Encore' } })).error.key).toBe('alreadydecided')
    await webmaster.call(decideAppeal, { params: { id: caseId }, body: { overturn: true, reason: 'Confusion' } })
    const { disabled_at } = await server.db
      .selectFrom('users')
      .select('disabled_at')
      .where('id', '=', author.userId)
      .executeTakeFirstOrThrow()
    expect(disabled_at).toBeNull()
  })

  it('lets a removed member appeal by the link of one decision against earlier decisions about them, and no others', async () => {
    const { author, caseId } = await reportedPost()
    await decide(administrator, caseId, 'hide')
    const other = await reportedPost()
    await decide(administrator, other.caseId, 'hide')
    await (await newMember()).visitor.call(flagUser, { params: { id: author.userId }, body: {} })
    await decide(administrator, await caseOf(author.userId), 'remove')
    const link = /\/recours#([\w-]+)/.exec((await waitForMail(server, author.email, 2)).text)![1]!
    const signedOut = server.visitor()
    const { answer } = await signedOut.call(readDecisionsByLink, { body: { token: link } })
    expect(answer.map(({ kind, decision }) => `${kind} ${decision}`)).toEqual(['user remove', 'post hide'])
    const appeal = (id: string) =>
      signedOut.call(appealByLink, { body: { token: link, text: 'Ce n’était rien', caseId: id } })
    expect((await appeal(other.caseId)).error.key).toBe('error404')
    expect((await appeal(caseId)).answer).toMatchObject({ _id: caseId, appeal: { text: 'Ce n’était rien' } })
    expect((await appeal(caseId)).error.key).toBe('alreadydecided')
    const again = (await signedOut.call(readDecisionsByLink, { body: { token: link } })).answer
    expect(again.map(one => one.appeal?.text)).toEqual([undefined, 'Ce n’était rien'])
  })

  it('deletes a removed post once no appeal is possible, and not before', async () => {
    const { postId, caseId } = await reportedPost()
    await decide(administrator, caseId, 'remove')
    const isThere = async () =>
      (await server.db.selectFrom('events').select('id').where('id', '=', postId).execute()).length === 1
    server.clock.aheadMs = (APPEAL_DAYS - 1) * DAY_MS
    await eraseFinalRemovals(server.platform)
    expect(await isThere()).toBe(true)
    server.clock.aheadMs = (APPEAL_DAYS + 2) * DAY_MS
    await eraseFinalRemovals(server.platform)
    expect(await isThere()).toBe(false)
    server.clock.aheadMs = 0
    const { answer } = await webmaster.call(getCase, { params: { id: caseId } })
    expect(answer.ruling).toMatchObject({ erased: true })
    expect(answer.content.text).toBeNull()
    expect(answer.abilities.restore).toBe(false)
  })

  it('cannot suspend somebody with more rights', async () => {
    const above = await server.db
      .selectFrom('users as u')
      .innerJoin('accounts as a', 'a.id', 'u.account_id')
      .select('u.id')
      .where('a.email', '=', 'webmaster@demo.example')
      .executeTakeFirstOrThrow()
    const reporter = await newMember()
    const postId = await addEvent(server, { userId: above.id, description: 'Bonjour' })
    await reporter.visitor.call(flagEvent, { params: { id: postId } })
    const id = await caseOf(postId)
    const { answer } = await administrator.call(getCase, { params: { id } })
    expect(answer.abilities.decide).toEqual(['keep', 'hide', 'warn', 'remove'])
    expect((await decide(administrator, id, 'suspend', { days: 1 })).error.key).toBe('forbidden')
    expect(await waiting(webmaster, { everywhere: true })).toEqual([])
  })
})

describe('an appeal', () => {
  const createDecidedCase = async () => {
    const found = await reportedPost()
    await decide(administrator, found.caseId, 'hide')
    const appeal = (text = 'Je ne visais personne.') =>
      found.author.visitor.call(appealDecision, { body: { caseId: found.caseId, text } })
    return { ...found, appeal }
  }
  const decideOn = (visitor: Visitor, id: string, overturn: boolean) =>
    visitor.call(decideAppeal, { params: { id }, body: { overturn, reason: 'Après relecture' } })

  it('goes to a second person, who may overturn the decision', async () => {
    const { author, reporter, postId, caseId, appeal } = await createDecidedCase()
    expect((await appeal()).answer).toMatchObject({ appeal: { outcome: null }, abilities: { appeal: false } })
    expect(await waiting(administrator)).toEqual([])
    expect((await waiting(webmaster)).map(({ _id, state }) => `${_id} ${state}`)).toEqual([`${caseId} appealed`])
    expect((await decideOn(administrator, caseId, false)).error.key).toBe('forbidden')
    expect((await decideOn(webmaster, caseId, true)).answer.appeal?.outcome).toMatchObject({ overturned: true })
    expect(await postVisibility(reporter.visitor, postId)).toBe('true 200')
    const [own] = (await author.visitor.call(listOwnDecisions)).answer
    expect(own?.appeal?.outcome).toMatchObject({ overturned: true, reason: 'Après relecture' })
    expect((await decideOn(webmaster, caseId, false)).error.key).toBe('alreadydecided')
  })

  it('is listed among decided cases, the latest decision first, across pages', async () => {
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

  it('shows whether anybody but the decider is left to decide on it', async () => {
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

  it('may be upheld, which is final', async () => {
    const { author, reporter, postId, caseId, appeal } = await createDecidedCase()
    await appeal()
    await decideOn(webmaster, caseId, false)
    expect(await postVisibility(reporter.visitor, postId)).toBe('false 404')
    expect((await appeal()).error.key).toBe('alreadydecided')
    // The two mails are jobs of their own and can be sent in either order.
    await waitForMail(server, author.email, 2)
    const texts = server.mailbox!.mails.filter(({ to }) => to === author.email).map(({ text }) => text)
    expect(texts.join()).toContain('Après relecture')
  })

  it('is accepted once, in time, from the author, with a text', async () => {
    const { reporter, caseId, appeal } = await createDecidedCase()
    expect((await appeal('  ')).error).toMatchObject({ key: 'reasonmandatory', field: 'text' })
    const others = await reporter.visitor.call(appealDecision, { body: { caseId, text: 'Moi' } })
    expect(others.error.key).toBe('error404')
    server.clock.aheadMs = (APPEAL_DAYS + 1) * DAY_MS + 60_000
    expect((await appeal()).error.key).toBe('alreadydecided')
    // the author can use the last day in full
    server.clock.aheadMs -= 120_000
    const both = await Promise.all([appeal(), appeal()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('is open to a suspended member', async () => {
    const { author, caseId } = await reportedPost()
    await decide(administrator, caseId, 'suspend', { days: 30 })
    const said = await author.visitor.call(appealDecision, { body: { caseId, text: 'Pardon' } })
    expect(said.status).toBe(200)
    await decideOn(webmaster, caseId, true)
    expect((await author.visitor.call(getSession)).answer.suspendedUntil).toBeNull()
  })
})

describe('content of a minor', () => {
  it('is hidden from the first report on, until the team decides', async () => {
    const author = await newMember()
    await makeMinor(author.userId)
    const reporter = await newMember()
    const postId = await addEvent(server, { userId: author.userId, description: 'Mon numéro' })
    await reporter.visitor.call(flagEvent, { params: { id: postId } })
    expect(await postVisibility(reporter.visitor, postId)).toBe('false 404')
    expect((await waiting(administrator))[0]).toMatchObject({ hidden: true, concernsMinor: true })
    const id = await caseOf(postId)
    await decide(administrator, id, 'keep')
    expect(await postVisibility(reporter.visitor, postId)).toBe('true 200')
    expect((await author.visitor.call(listOwnDecisions)).answer[0]).toMatchObject({ decision: 'keep' })
  })

  it('is hidden in a profile as well: texts and picture', async () => {
    const author = await newMember()
    await makeMinor(author.userId)
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

  it('is shown to the team with five messages on either side, and each view is audited', async () => {
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

  it('is empty for everybody but its sender once hidden, and can be restored', async () => {
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
  it('can be reported once a day, is hidden in lists and at its URL, and can be restored', async () => {
    const dealId = await addDeal(server)
    const reporter = await newMember()
    const flag = () => reporter.visitor.call(flagDeal, { params: { id: dealId }, body: { reason: 'Faux prix' } })
    await flag()
    await flag()
    const caseId = await caseOf(dealId)
    expect((await waiting(administrator))[0]).toMatchObject({ kind: 'deal', flagsCount: 1 })
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

describe('a pending case', () => {
  it('sends reminders after 24 and 48 hours, once each, also by mail', async () => {
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
  it('sends reminders to everybody but the decider', async () => {
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

describe('monthly counts', () => {
  it('are visible to every member, with the outcome of the reports', async () => {
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

  it('lose closed cases after a year and keep pending ones', async () => {
    const { caseId } = await reportedPost()
    const { caseId: open } = await reportedPost()
    await decide(administrator, caseId, 'keep')
    server.clock.aheadMs = 400 * DAY_MS
    await purgeOldCases(server.platform)
    const left = await server.db.selectFrom('moderation_cases').select('id').execute()
    expect(left.map(({ id }) => id)).toEqual([open])
  })
})
