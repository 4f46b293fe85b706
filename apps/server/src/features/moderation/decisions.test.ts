// A decision takes effect before the decider receives the response, and the author can read the reason.
import { flagEvent, getEvent, listEvents } from '@parvis/contract/feed.ts'
import {
  appealByLink,
  APPEAL_DAYS,
  decideAppeal,
  decideCase,
  getCase,
  listOwnDecisions,
  readDecisionsByLink,
  restoreCase,
} from '@parvis/contract/moderation.ts'
import { listNotifications } from '@parvis/contract/notifications.ts'
import { flagUser } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { getSession } from '@parvis/contract/session.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { addEvent } from '#server/testing/events.ts'
import { decide, moderationCalls, postVisibility, rule, listWaitingCases } from '#server/testing/moderated-posts.ts'
import { waitForMail } from '#server/testing/mails.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { eraseFinalRemovals } from './sweep.service.ts'

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

describe('a decision', () => {
  it('requires a rule and a reason, and days for a suspension', async () => {
    const { caseId } = await reportedPost()
    const tried = async (body: object) =>
      (await administrator.call(decideCase, { params: { id: caseId }, body: body as never })).error
    expect(await tried({ decision: 'hide' })).toMatchObject({ key: 'rulemandatory', field: 'rule' })
    expect(await tried({ decision: 'hide', rule: 'respect', reason: '  ' })).toMatchObject({ key: 'reasonmandatory' })
    expect(await tried({ decision: 'suspend', ...rule })).toMatchObject({ key: 'daysmandatory', field: 'days' })
    expect(await tried({ decision: 'suspend', ...rule, days: 2 })).toMatchObject({ key: 'daysmandatory' })
    expect((await listWaitingCases(administrator)).length).toBe(1)
  })

  it('hides a post from everybody but its author until the decision is undone', async () => {
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

  it('hides the picture of a post from other members and prevents its use in new posts until the decision is undone', async () => {
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
    // the author must not learn of the report, so the picture can still be published
    expect((await publish()).status).toBe(200)
    const seen = async () => {
      const viewers = [reporter.visitor, author.visitor, administrator]
      return Promise.all(viewers.map(async viewer => (await viewer.send({ method: 'GET', url: `${uri}/card` })).status))
    }
    expect(await seen()).toEqual([200, 200, 200])
    await decide(administrator, await caseOf(postId), 'hide')
    // the picture is hidden from other members in the second post of the author too
    expect(await seen()).toEqual([404, 200, 200])
    expect((await publish()).error).toEqual({ key: 'badrequest', field: 'photoUri' })
    await administrator.call(restoreCase, { params: { id: await caseOf(postId) } })
    expect(await seen()).toEqual([200, 200, 200])
    expect((await publish()).status).toBe(200)
  })

  it('is stored once when two staff members decide on the same case at once', async () => {
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

  it('that finds no breach is not shown to the author, and the post remains visible', async () => {
    const { author, reporter, postId, caseId } = await reportedPost()
    await decide(administrator, caseId, 'keep')
    expect((await author.visitor.call(listOwnDecisions)).answer).toEqual([])
    expect(await postVisibility(reporter.visitor, postId)).toBe('true 200')
    expect(await listWaitingCases(administrator)).toEqual([])
  })

  it('suspends a member, who can read but not write until the suspension ends', async () => {
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

  it('on a profile hides its description until the decision is undone', async () => {
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

  it('removes a member at once; the member can appeal by the link in the mail and regains access if the appeal succeeds', async () => {
    const author = await newMember()
    const reporter = await newMember()
    await reporter.visitor.call(flagUser, { params: { id: author.userId }, body: { reason: 'Escroc' } })
    const caseId = await caseOf(author.userId)
    await decide(administrator, caseId, 'remove')
    expect((await author.visitor.call(getSession)).status).toBe(403)
    const mail = await waitForMail(server, author.email)
    // a removed member cannot log in, so the mail contains the address for requesting their data
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

  it('lets a removed member appeal by the link in the mail against earlier decisions too, but not against decisions about others', async () => {
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

  it('cannot suspend an author who has more rights than the decider', async () => {
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
    expect(await listWaitingCases(webmaster, { everywhere: true })).toEqual([])
  })
})
