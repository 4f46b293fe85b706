import { sendMessage } from '@parvis/contract/chat.ts'
import { answerEvent, flagEvent } from '@parvis/contract/feed.ts'
import { decideCase } from '@parvis/contract/moderation.ts'
import { alertOfAllPosts, removeQuietHours } from '@parvis/contract/notifications.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createSecretBox } from '#server/kernel/secret-box.ts'
import { newId } from '#server/kernel/ids.ts'
import { dealCalls } from '#server/testing/deals.ts'
import { addEvent } from '#server/testing/events.ts'
import { addMessages } from '#server/testing/messages.ts'
import { findOpenCaseId } from '#server/testing/moderation-cases.ts'
import { visitorWithSession } from '#server/testing/people.ts'
import { type PushService, startPushService } from '#server/testing/push-service.ts'
import { browserPushCalls, PUSH_ZONE } from '#server/testing/push-members.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { notifyOfPosts } from '../publish/notify-posts.service.ts'
import { openSession } from '../session/session.service.ts'
import { getPushKeys } from './push-keys.service.ts'
let service: PushService
let server: TestServer
let home: string
beforeAll(async () => {
  service = await startPushService()
  server = await openTestServer('demo', {
    zone: PUSH_ZONE,
    pauseDivisor: 20,
    settings: { pushTestOrigin: service.origin },
  })
  home = await server.communityId('les-tilleuls')
})
afterEach(() => {
  service.answer = null
  server.clock.aheadMs = 0
})
afterAll(async () => {
  await server.close()
  await service.close()
})

const { person, register, send, pushesTo, expectPushed, runCatchUp, endpointOf } = browserPushCalls(() => ({
  server,
  service,
}))

describe('a push', () => {
  it('names the author of a message but not its text, in the language of the browser, and links to the conversation', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await send(from, to)
    const { news, ttl, urgency, topic, claims } = await expectPushed(browser)
    expect(news).toMatchObject({
      title: 'Matteo M.',
      body: 'Vous a envoyé un message · Les Tilleuls',
      lang: 'fr',
      again: true,
      path: `/les-tilleuls/mes-conversations/${from.pseudo}`,
    })
    expect(JSON.stringify(news)).not.toContain('4711')
    expect([ttl, urgency]).toEqual([24 * 60 * 60, 'high'])
    expect(topic).toMatch(/^[\w-]{32}$/)
    expect(claims.sub).toMatch(/^mailto:/)
    await register(to, browser, 'en')
    await send(from, to, 'Et le digicode ?')
    expect((await expectPushed(browser, 2)).news).toMatchObject({
      body: 'Sent you 2 messages · Les Tilleuls',
      lang: 'en',
    })
    expect(pushesTo(browser)[1]!.topic).toBe(topic)
  })

  it('is sent for every community of an account, with a link into that community', async () => {
    const [from, to] = [await person(), await person()]
    const elsewhere = await server.communityId('quartier-de-la-gare')
    const [user, neighbor] = [newId(), newId()]
    const there = { community_id: elsewhere, role: 'neighbor' as const, enabled_at: new Date(), need_update: false }
    await server.db
      .insertInto('users')
      .values([
        { ...there, id: user, account_id: to.accountId, pseudo: `${to.pseudo}-la` },
        { ...there, id: neighbor, account_id: from.accountId, pseudo: `${from.pseudo}-la`, firstname: 'Lucia' },
      ])
      .execute()
    const browser = await register(to)
    // Each community has its own quiet hours. Without this, they could delay the push.
    const settings = { community_id: elsewhere, user_id: user, all_since: null, quiet_from: null, quiet_until: null }
    await server.db.insertInto('notification_settings').values(settings).execute()
    await addMessages(server, elsewhere, neighbor, user)
    await runCatchUp()
    expect((await expectPushed(browser)).news).toMatchObject({
      title: 'Lucia',
      body: 'Vous a envoyé un message · Quartier de la Gare',
      path: `/quartier-de-la-gare/mes-conversations/${from.pseudo}-la`,
    })
    await server.db.updateTable('users').set({ gone_at: new Date() }).where('id', '=', user).execute()
    await addMessages(server, elsewhere, neighbor, user)
    await runCatchUp()
    await server.settled()
    expect(pushesTo(browser)).toHaveLength(1)
  })

  it('is sent to each browser of the recipient and to none of the sender', async () => {
    const [from, to] = [await person(), await person()]
    const { token } = await openSession(
      server.db,
      { accountId: to.accountId, userId: to.userId, communityId: home, strategy: 'local' },
      null,
    )
    const browsers = [await register(to), await register({ visitor: visitorWithSession(server, token) })]
    const own = await register(from)
    await send(from, to)
    await Promise.all(browsers.map(browser => expectPushed(browser)))
    expect(pushesTo(own)).toEqual([])
  })

  it('notifies the author of answers to a post, and replaces the previous push about that post', async () => {
    const [author, one, other] = [await person(), await person('Léa'), await person('Nora')]
    const browser = await register(author)
    const id = await addEvent(server, { userId: author.userId, title: 'Ma piscine secrète' })
    await one.visitor.call(answerEvent, { params: { id } })
    expect((await expectPushed(browser)).news).toMatchObject({
      title: 'Léa M.',
      body: 'A répondu à votre publication · Les Tilleuls',
      path: `/les-tilleuls/actualites/publication?id=${id}`,
    })
    await other.visitor.call(answerEvent, { params: { id } })
    const { news, urgency } = await expectPushed(browser, 2)
    expect(news).toMatchObject({
      title: 'Nora M. et une autre personne',
      body: 'Ont répondu à votre publication · Les Tilleuls',
      again: false,
    })
    expect(news.tag).toBe(pushesTo(browser)[0]!.news.tag)
    expect(urgency).toBe('normal')
    expect(JSON.stringify(pushesTo(browser))).not.toContain('piscine')
  })

  it('notifies subscribers of a new post', async () => {
    const [author, reader] = [await person(), await person()]
    const browser = await register(reader, undefined, 'en')
    await reader.visitor.call(alertOfAllPosts)
    const { _id } = (await author.visitor.call(publishPost, { body: { description: 'Fuite d’eau au sous-sol' } }))
      .answer
    const { news } = await expectPushed(browser)
    expect(news).toMatchObject({
      title: 'Matteo M.',
      body: 'Published something new · Les Tilleuls',
      path: `/les-tilleuls/actualites/publication?id=${_id}`,
    })
    expect(JSON.stringify(news)).not.toContain('Fuite')
  })

  it('notifies members of a group chat', async () => {
    const [author, guest] = [await person(), await person('Léa')]
    const eventId = await addEvent(server, { userId: author.userId, group: 'activity' })
    await guest.visitor.call(answerEvent, { params: { id: eventId } })
    const browser = await register(author)
    await guest.visitor.call(sendMessage, { body: { eventId, text: 'J’apporte le dessert' } })
    await server.settled()
    expect(pushesTo(browser).map(({ news }) => news)).toContainEqual(
      expect.objectContaining({
        title: 'Léa M.',
        body: 'A écrit dans un groupe · Les Tilleuls',
        path: `/les-tilleuls/conversations-de-groupe/${eventId}`,
      }),
    )
  })

  it('notifies of newcomers, of pending approvals and of decisions by the team', async () => {
    const [newcomer, reader] = [await person('Léa'), await person()]
    const { userId: administratorId, visitor: administrator } = await person('Nora')
    await server.db.updateTable('users').set({ role: 'administrator' }).where('id', '=', administratorId).execute()
    server.platform.bus.publish('actor.changed', { userIds: [administratorId] })
    const [browser, desk] = [await register(reader), await register({ visitor: administrator })]
    const welcome = await addEvent(server, { userId: newcomer.userId, group: 'welcome' })
    await notifyOfPosts(server.platform, [{ communityId: home, eventId: welcome }])
    expect((await expectPushed(browser)).news).toMatchObject({
      title: 'Léa M.',
      body: 'Vient d’arriver parmi vous · Les Tilleuls',
      path: `/les-tilleuls/actualites/publication?id=${welcome}`,
      again: false,
    })
    await expectPushed(desk)
    const deals = dealCalls(server)
    const { visitor: company } = await deals.newProfessional()
    await company.call(removeQuietHours)
    const own = await register({ visitor: company })
    const { _id: deal } = (await deals.create(company)).answer
    expect((await expectPushed(desk, 2)).news).toMatchObject({
      body: 'Attend votre accord · Les Tilleuls',
      path: '/les-tilleuls/gestion',
    })
    await deals.decide(administrator, deal, true)
    expect((await expectPushed(own)).news).toMatchObject({
      title: 'Les Tilleuls',
      body: 'L’équipe vous a répondu',
      path: `/les-tilleuls/annonce?id=${deal}`,
    })
  })

  it('notifies the team of a report and the author of a decision, without delaying other pushes', async () => {
    const [author, reader, from] = [await person('Léa'), await person(), await person()]
    const { userId: administratorId, visitor: administrator } = await person('Nora')
    await server.db.updateTable('users').set({ role: 'administrator' }).where('id', '=', administratorId).execute()
    server.platform.bus.publish('actor.changed', { userIds: [administratorId] })
    const [desk, own] = [await register({ visitor: administrator }), await register(author)]
    const eventId = await addEvent(server, { userId: author.userId })
    await reader.visitor.call(flagEvent, { params: { id: eventId }, body: { reason: 'Vendu déjà' } })
    const caseId = await findOpenCaseId(server, eventId)
    // both notifications are processed by the same statement
    await send(from, author)
    expect((await expectPushed(desk)).news).toMatchObject({
      title: 'Les Tilleuls',
      body: 'Un signalement, ou un recours, vous attend',
      path: `/les-tilleuls/gestion/signalement?id=${caseId}`,
    })
    await expectPushed(own)
    await administrator.call(decideCase, {
      params: { id: caseId },
      body: { decision: 'hide', rule: 'advertising', reason: 'Une fois suffit' },
    })
    expect((await expectPushed(own, 2)).news).toMatchObject({
      title: 'Les Tilleuls',
      body: 'L’équipe s’est prononcée sur quelque chose de vous',
      path: `/les-tilleuls/regles?decision=${caseId}`,
    })
  })
})

describe('the VAPID key', () => {
  it('is created once by concurrent callers, and stored encrypted', async () => {
    const other = { ...server.platform, state: new Map() }
    const [mine, again] = await Promise.all([getPushKeys(server.platform), getPushKeys(other)])
    expect(again).toEqual(mine)
    const rows = await server.db.selectFrom('push_keys').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]!.public_key).toBe(mine.publicKey)
    expect(rows[0]!.private_key).not.toContain(mine.privateKey)
  })

  it('is replaced when the secret that encrypts it changes, and all registrations are deleted', async () => {
    const one = await person()
    const browser = await register(one)
    const before = await server.db.selectFrom('push_keys').selectAll().executeTakeFirstOrThrow()
    const secretBox = createSecretBox(newId() + newId())
    const made = await getPushKeys({ ...server.platform, secretBox, state: new Map() })
    expect(made.publicKey).not.toBe(before.public_key)
    expect(await endpointOf(browser)).toBeUndefined()
    await server.db.deleteFrom('push_keys').execute()
    await server.db.insertInto('push_keys').values(before).execute()
  })

  it('is never logged, and neither is the id of a browser', async () => {
    const said: string[] = []
    const spies = (['log', 'error', 'warn', 'info'] as const).map(name =>
      vi.spyOn(console, name).mockImplementation((...words) => void said.push(words.join(' '))),
    )
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    service.answer = () => 403
    await send(from, to)
    await server.settled()
    expect(service.attempts.filter(one => one.browser === browser.id)).not.toEqual([])
    for (const spy of spies) spy.mockRestore()
    const { privateKey } = await getPushKeys(server.platform)
    expect(said.join('\n')).not.toContain(privateKey)
    expect(said.join('\n')).not.toContain(browser.id)
  })
})
