import { blockUser, unblockUser } from '@parvis/contract/blocks.ts'
import { exitChat, sendMessage } from '@parvis/contract/chat.ts'
import { answerEvent, flagEvent } from '@parvis/contract/feed.ts'
import { decideCase } from '@parvis/contract/moderation.ts'
import {
  alertAll,
  readNotifications,
  removeQuietHours,
  setNotificationSwitches,
  setQuietHours,
} from '@parvis/contract/notifications.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { getPushState, registerPush, unregisterPush } from '@parvis/contract/push.ts'
import { logOut, revokeSession } from '@parvis/contract/session.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createPostExternal } from '#server/kernel/outside/post-external.ts'
import { createSecretBox } from '#server/kernel/secret-box.ts'
import { newId, LAST_ID } from '#server/kernel/ids.ts'
import { dealCalls } from '#server/testing/deals.ts'
import { addEvent } from '#server/testing/events.ts'
import { addMessages } from '#server/testing/messages.ts'
import { findOpenCaseId } from '#server/testing/moderation-cases.ts'
import { asPerson, withSession } from '#server/testing/people.ts'
import { type PushService, startPushService, type TestBrowser } from '#server/testing/push-service.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { notifyOfPosts } from '../notifications/notify-posts.service.ts'
import { createMissedNotifications } from '../notifications/notification-writers.service.ts'
import { openSession } from '../session/session.service.ts'
import { getPushKeys } from './push-keys.service.ts'
import { MAX_ENDPOINTS_PER_ACCOUNT, REGISTRATIONS_PER_MINUTE } from './register.service.ts'
import { sendPush } from './send-push.service.ts'
import { enqueueMissedPushes, purgeOldPushNews, OPEN_APP_DELAY_MS } from './enqueue-pushes.service.ts'

const ZONE = 'Europe/Paris'
const HOUR_MS = 60 * 60_000
/** Longer than the backoff of an endpoint and than the delay of the second attempt of a job. */
const BACKOFF_MS = 11_000

let service: PushService
let server: TestServer
let home: string
beforeAll(async () => {
  service = await startPushService()
  server = await openTestServer('demo', {
    zone: 'Europe/Paris',
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

interface Person {
  visitor: Visitor
  userId: string
  accountId: string
  pseudo: string
}
let people = 0
const person = async (firstname = 'Matteo'): Promise<Person> => {
  const pseudo = `push-${++people}`
  const made = await asPerson(server, { email: `${pseudo}@test.example`, pseudo, community: 'les-tilleuls' })
  await server.db
    .updateTable('users')
    .set({ firstname, lastname: 'Moretti', birthdate: '1980-06-15' })
    .where('id', '=', made.userId)
    .execute()
  await made.visitor.call(removeQuietHours)
  return { ...made, pseudo }
}
const keyOf = async ({ visitor }: Pick<Person, 'visitor'>) => (await visitor.call(getPushState)).answer.publicKey
const register = async (one: Pick<Person, 'visitor'>, browser?: TestBrowser, lang: 'fr' | 'en' = 'fr') => {
  const subscribed = browser ?? service.subscribe(await keyOf(one))
  const { answer } = await one.visitor.call(registerPush, { body: { token: subscribed.token, os: 'web', lang } })
  expect(answer).toMatchObject({ registered: true, lang })
  return subscribed
}
const send = (from: Person, to: Person, text = 'Le code de la porte est 4711') =>
  from.visitor.call(sendMessage, { body: { to: to.userId, text } })
const pushesTo = ({ id }: TestBrowser) => service.pushed.filter(({ browser }) => browser.id === id)
const expectPushed = async (browser: TestBrowser, count = 1) => {
  await server.settled()
  expect(pushesTo(browser)).toHaveLength(count)
  return pushesTo(browser).at(-1)!
}
/** Runs the catch-up of a server start, which finds what was stored but not notified. */
const runCatchUp = async () => {
  await createMissedNotifications(server.platform)
  await enqueueMissedPushes(server.platform)
}
/** Waits until the recipient has a notification of the message. */
const expectNotified = async ({ userId }: Person) => {
  await server.settled()
  expect(await server.db.selectFrom('notifications').select('id').where('user_id', '=', userId).execute()).toHaveLength(
    1,
  )
}
const isRegistered = async ({ visitor }: Pick<Person, 'visitor'>) =>
  (await visitor.call(getPushState)).answer.registered
const endpointOf = async ({ url }: TestBrowser) =>
  server.db.selectFrom('push_endpoints').selectAll().where('address', '=', url).executeTakeFirst()
const queuedFor = async (browser: TestBrowser) => {
  const { rows } = await sql<{ id: string; state: string; wait: number }>`
    select j.id, j.state, extract(epoch from j.start_after - now())::float8 as wait from pgboss.job j
    join push_endpoints e on j.data->>'endpointId' = e.id::text
    where j.name = 'push.send' and e.address = ${browser.url} and j.state < 'active'`.execute(server.db)
  return rows
}

describe('a browser', () => {
  it('is registered for its session until it unregisters', async () => {
    const one = await person()
    expect(await isRegistered(one)).toBe(false)
    const browser = await register(one)
    expect(await endpointOf(browser)).toMatchObject({ user_id: one.userId, os: 'web', language: 'fr' })
    expect((await one.visitor.call(unregisterPush)).answer).toMatchObject({ registered: false })
    expect((await one.visitor.call(unregisterPush)).status).toBe(200)
    expect(await endpointOf(browser)).toBeUndefined()
  })

  it('is registered once per session: the next one replaces it', async () => {
    const one = await person()
    const [first, second] = [await register(one), await register(one, undefined, 'en')]
    expect(await endpointOf(first)).toBeUndefined()
    expect(await endpointOf(second)).toMatchObject({ language: 'en' })
  })

  it('is kept only while it is among the ten latest of its account', async () => {
    const to = await person()
    const first = await register(to)
    const sessions = await Promise.all(
      Array.from({ length: MAX_ENDPOINTS_PER_ACCOUNT }, () =>
        openSession(
          server.db,
          { accountId: to.accountId, userId: to.userId, communityId: home, strategy: 'local' },
          null,
        ),
      ),
    )
    const others: TestBrowser[] = []
    for (const { token } of sessions) others.push(await register({ visitor: withSession(server, token) }))
    expect(await endpointOf(first)).toBeUndefined()
    for (const other of others) expect(await endpointOf(other)).toBeDefined()
  })

  it('moves to the last user who registers it, also in a race', async () => {
    const [one, other] = [await person(), await person()]
    const browser = await register(one)
    await register(other, browser)
    expect(await endpointOf(browser)).toMatchObject({ user_id: other.userId })
    expect(await isRegistered(one)).toBe(false)
    const body = { token: browser.token, os: 'web' as const, lang: 'fr' as const }
    const calls = Array.from({ length: 6 }, (_, at) =>
      (at % 2 === 0 ? one : other).visitor.call(registerPush, { body }),
    )
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(6).fill(200))
    const rows = await server.db
      .selectFrom('push_endpoints')
      .select('user_id')
      .where('address', '=', browser.url)
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('is deleted with its session or its user', async () => {
    const one = await person()
    const browser = await register(one)
    await one.visitor.call(logOut)
    expect(await endpointOf(browser)).toBeUndefined()

    const two = await person()
    const away = await openSession(
      server.db,
      { accountId: two.accountId, userId: two.userId, communityId: home, strategy: 'local' },
      null,
    )
    const elsewhere = await register({ visitor: withSession(server, away.token) })
    await two.visitor.call(revokeSession)
    expect(await endpointOf(elsewhere)).toBeUndefined()

    const three = await person()
    const last = await register(three)
    await server.db.deleteFrom('users').where('id', '=', three.userId).execute()
    expect(await endpointOf(last)).toBeUndefined()
  })

  it.each([
    'not JSON',
    'null',
    '[]',
    '{"endpoint":17}',
    '{"endpoint":"https://push.example/a"}',
    '{"endpoint":"https://push.example/a","keys":null}',
    JSON.stringify({ endpoint: 'https://push.example/a', keys: { p256dh: 'AAAA', auth: 'AAAAAAAAAAAAAAAAAAAAAA' } }),
  ])('is not registered with an invalid subscription: %s', async token => {
    const { visitor } = await person()
    expect((await visitor.call(registerPush, { body: { token, os: 'web', lang: 'fr' } })).error).toEqual({
      key: 'badrequest',
      field: 'token',
    })
  })

  it('is registered only with a URL on the public internet, which is checked without connecting to it', async () => {
    const one = await person()
    const { token, url } = service.subscribe(await keyOf(one))
    const before = service.attempts.length
    const otherPort = new URL(url)
    otherPort.port = String(Number(otherPort.port) + 1)
    for (const endpoint of [
      url.replace('http:', 'https:'),
      otherPort.href,
      url.replace('127.0.0.1', 'localhost'),
      url.replace('127.0.0.1', '[::1]'),
      'https://127.0.0.1/push',
      'https://2130706433/push',
      'https://[::ffff:127.0.0.1]/push',
      'https://10.0.0.1/push',
      'https://169.254.169.254/latest',
      'https://localhost/push',
      'https://push.example:8443/push',
      'ftp://push.example/push',
    ]) {
      const body = {
        token: JSON.stringify({ ...JSON.parse(token), endpoint }),
        os: 'web' as const,
        lang: 'fr' as const,
      }
      expect([endpoint, (await one.visitor.call(registerPush, { body })).error.key]).toEqual([endpoint, 'badrequest'])
      await server.db.deleteFrom('attempts').execute()
    }
    expect(service.attempts.length).toBe(before)
    expect(await isRegistered(one)).toBe(false)
  })

  it('is limited in registrations per minute', async () => {
    const one = await person()
    const { token } = service.subscribe(await keyOf(one))
    const body = { token, os: 'web' as const, lang: 'fr' as const }
    for (let at = 0; at < REGISTRATIONS_PER_MINUTE; at++)
      expect((await one.visitor.call(registerPush, { body })).status).toBe(200)
    expect((await one.visitor.call(registerPush, { body })).error.key).toBe('toomanyrequests')
  })
})

describe('a push', () => {
  it('says who has written but not what, in the language of the browser, with a link', async () => {
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
    // quiet hours are per community
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
    const browsers = [await register(to), await register({ visitor: withSession(server, token) })]
    const own = await register(from)
    await send(from, to)
    await Promise.all(browsers.map(browser => expectPushed(browser)))
    expect(pushesTo(own)).toEqual([])
  })

  it('notifies the author of a post of answers, and replaces the previous push', async () => {
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
    await reader.visitor.call(alertAll)
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

  it('notifies of newcomers, pending approvals and decisions', async () => {
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

  it('is not sent for a muted kind', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await to.visitor.call(setNotificationSwitches, { body: { message: false } })
    await send(from, to)
    const eventId = await addEvent(server, { userId: to.userId })
    await from.visitor.call(answerEvent, { params: { id: eventId } })
    await expectPushed(browser)
    await server.settled()
    expect(pushesTo(browser).map(({ news }) => news.tag)).toEqual([`answer ${eventId}`])
  })

  it('is sent once for several pending notifications', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    // a member with the app open somewhere has time to read it there
    server.platform.presence.markOnline(to.userId, await server.communityId('les-tilleuls'))
    for (let at = 0; at < 3; at++) {
      await send(from, to)
      await server.settled()
    }
    const queued = await queuedFor(browser)
    expect(queued).toHaveLength(1)
    expect(queued[0]!.wait).toBeGreaterThan(5)
    expect(pushesTo(browser)).toEqual([])
    await server.advanceTime(OPEN_APP_DELAY_MS)
    expect((await expectPushed(browser)).news.body).toBe('Vous a envoyé 3 messages · Les Tilleuls')
    server.platform.presence.markOffline(to.userId)
  })

  it('is not sent after its notification was read', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    server.platform.presence.markOnline(to.userId, await server.communityId('les-tilleuls'))
    await send(from, to)
    const eventId = await addEvent(server, { userId: to.userId })
    await from.visitor.call(answerEvent, { params: { id: eventId } })
    await server.settled()
    expect(await queuedFor(browser)).toHaveLength(2)
    await to.visitor.call(exitChat, { body: { userId: from.userId } })
    await to.visitor.call(readNotifications, { body: { upTo: LAST_ID } })
    await server.advanceTime(OPEN_APP_DELAY_MS)
    expect(await queuedFor(browser)).toEqual([])
    expect(pushesTo(browser)).toEqual([])
    server.platform.presence.markOffline(to.userId)
  })

  it('is not sent for notifications older than the registration', async () => {
    const [from, to] = [await person(), await person()]
    await send(from, to)
    await expectNotified(to)
    const browser = await register(to)
    await runCatchUp()
    await server.settled()
    expect(pushesTo(browser)).toEqual([])
  })
})

describe('no push is sent', () => {
  it.each(['the recipient', 'the author'])(
    'from a blocked user, by a block of %s',
    async by => {
      const [from, to] = [await person(), await person()]
      const browser = await register(to)
      const eventId = await addEvent(server, { userId: to.userId })
      await to.visitor.call(alertAll)
      server.platform.presence.markOnline(to.userId, await server.communityId('les-tilleuls'))
      await send(from, to)
      await from.visitor.call(answerEvent, { params: { id: eventId } })
      await from.visitor.call(publishPost, { body: { description: 'Bonjour' } })
      await server.settled()
      expect(await queuedFor(browser)).toHaveLength(3)
      const [blocker, blocked] = by === 'the recipient' ? [to, from] : [from, to]
      await blocker.visitor.call(blockUser, { params: { id: blocked.userId } })
      await server.advanceTime(OPEN_APP_DELAY_MS)
      expect(await queuedFor(browser)).toEqual([])
      expect(pushesTo(browser)).toEqual([])
      server.platform.presence.markOffline(to.userId)
      // after unblocking, new messages are pushed again
      await blocker.visitor.call(unblockUser, { params: { id: blocked.userId } })
      await send(from, to)
      await expectPushed(browser)
    },
    60_000,
  )

  it('to a member whose stay has ended meanwhile', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    server.platform.presence.markOnline(to.userId, await server.communityId('les-tilleuls'))
    await send(from, to)
    await server.settled()
    expect(await queuedFor(browser)).toHaveLength(1)
    const yesterday = new Date(Date.now() - 24 * HOUR_MS).toISOString().slice(0, 10)
    await server.db.updateTable('users').set({ member_until: yesterday }).where('id', '=', to.userId).execute()
    await server.advanceTime(OPEN_APP_DELAY_MS)
    server.platform.presence.markOffline(to.userId)
    expect(await queuedFor(browser)).toEqual([])
    expect(pushesTo(browser)).toEqual([])
  })

  const long = new Date(Date.now() - 31 * 24 * HOUR_MS)
  it.each([
    ['the team has disabled', 'users', { disabled_at: new Date() }],
    ['has a stay that has ended', 'users', { member_until: long.toISOString().slice(0, 10) }],
    ['has not saved a profile yet', 'users', { need_update: true }],
    ['has an expired session', 'sessions', { seen_at: long }],
  ] as const)('to a member who %s', async (_, table, values) => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    const id = table === 'users' ? 'id' : 'user_id'
    await server.db
      .updateTable(table)
      .set(values)
      .where(id as 'id', '=', to.userId)
      .execute()
    await addMessages(server, home, from.userId, to.userId)
    await runCatchUp()
    await server.settled()
    expect(await queuedFor(browser)).toEqual([])
    expect(pushesTo(browser)).toEqual([])
    expect(await endpointOf(browser)).toBeDefined()
  })
})

describe('a push service', () => {
  it.each([401, 403, 404, 410])('that answers %i is not called again, and the browser is deleted', async status => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    service.answer = ({ id }) => (id === browser.id ? status : undefined)
    await send(from, to)
    await server.settled()
    expect(await endpointOf(browser)).toBeUndefined()
    expect(await isRegistered(to)).toBe(false)
    service.answer = null
    await send(from, to)
    await server.settled()
    expect(service.attempts.filter(one => one.browser === browser.id)).toHaveLength(1)
  })

  it.each([429, 500])('that answers %i is retried, and gets the push once', async status => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    service.answer = ({ id }, tries) => (id === browser.id && tries < 1 ? status : undefined)
    await send(from, to)
    await server.settled()
    expect(pushesTo(browser)).toEqual([])
    await server.advanceTime(BACKOFF_MS)
    await expectPushed(browser)
    expect(service.attempts.filter(one => one.browser === browser.id).map(one => one.status)).toEqual([status, 201])
  })

  it('that refuses permanently is not retried, and the browser stays registered', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    service.answer = ({ id }) => (id === browser.id ? 413 : undefined)
    await send(from, to)
    await server.settled()
    expect(await queuedFor(browser)).toEqual([])
    await server.advanceTime(BACKOFF_MS)
    expect(service.attempts.filter(one => one.browser === browser.id)).toHaveLength(1)
    expect(await endpointOf(browser)).toBeDefined()
  })

  it('that times out is called by one push at a time until it answers again', async () => {
    const to = await person()
    const browser = await register(to)
    const others = await Promise.all(Array.from({ length: 24 }, () => person()))
    const { postExternal } = server.platform
    const shortTimeout = createPostExternal(service.origin, { timeoutMs: 150 })
    server.platform.postExternal = {
      ...postExternal,
      post: (address, posted) => (address === browser.url ? shortTimeout : postExternal).post(address, posted),
    }
    onTestFinished(() => {
      server.platform.postExternal = postExternal
    })
    const tries = () => service.attempts.filter(one => one.browser === browser.id)
    service.answer = ({ id }) => (id === browser.id ? 'silence' : undefined)
    await Promise.all(others.map(from => send(from, to)))
    await expect.poll(tries).not.toEqual([])
    // pushes to other browsers are sent meanwhile
    const [from, third] = [others[0]!, await person()]
    const open = await register(third)
    await send(from, third)
    await expectPushed(open)
    await server.settled()
    // the pushes in flight when the timeout was found, and one at a time since
    expect(tries().length).toBeLessThan(8 + 4)
    expect((await endpointOf(browser))!.failing_since).not.toBe(null)
    service.answer = null
    server.platform.postExternal = postExternal
    // the first push finds the service reachable, the others waited for it
    for (let rounds = 0; rounds < 3; rounds++) await server.advanceTime(BACKOFF_MS)
    expect(pushesTo(browser)).toHaveLength(others.length)
    expect(await endpointOf(browser)).toMatchObject({ failing_since: null, rests_until: null })
  })

  it('that fails for a week has its browser unregistered', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    service.answer = ({ id }) => (id === browser.id ? 503 : undefined)
    await send(from, to)
    await server.settled()
    expect(await endpointOf(browser)).toMatchObject({ failing_since: expect.any(Date) })
    await server.db
      .updateTable('push_endpoints')
      .set({ failing_since: new Date(Date.now() - 8 * 24 * HOUR_MS) })
      .where('address', '=', browser.url)
      .execute()
    await server.advanceTime(BACKOFF_MS)
    expect(await endpointOf(browser)).toBeUndefined()
  })

  it('that cannot be reached is retried, and the error does not contain its URL', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    const { id: endpointId } = (await endpointOf(browser))!
    await service.close()
    try {
      const { conversationId: subjectId } = (await send(from, to)).answer
      await expectNotified(to)
      const order = { endpointId, userId: to.userId, kind: 'message', subjectId } as const
      const attempt = async () => {
        // the queue may have tried first and started a backoff
        await server.db
          .updateTable('push_endpoints')
          .set({ failing_since: null, rests_until: null })
          .where('id', '=', endpointId)
          .execute()
        return String(await sendPush(server.platform, order).catch((one: Error) => one))
      }
      await expect.poll(attempt).toBe('Error: the push service was not reached')
      await server.db.deleteFrom('push_endpoints').where('id', '=', endpointId).execute()
    } finally {
      service = await startPushService()
      server.platform.settings.pushTestOrigin = service.origin
      server.platform.postExternal = createPostExternal(service.origin)
    }
  })
})

describe('a push is sent once', () => {
  it('even if its job runs several times', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    const { conversationId: subjectId } = (await send(from, to)).answer
    await expectPushed(browser)
    const { id: endpointId } = (await endpointOf(browser))!
    for (let at = 0; at < 3; at++)
      await sendPush(server.platform, { endpointId, userId: to.userId, kind: 'message', subjectId })
    expect(pushesTo(browser)).toHaveLength(1)
  })

  it('even if the process ended before enqueuing it', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await addMessages(server, home, from.userId, to.userId, 2)
    await Promise.all(Array.from({ length: 4 }, runCatchUp))
    expect((await expectPushed(browser)).news.body).toBe('Vous a envoyé 2 messages · Les Tilleuls')
    await runCatchUp()
    await server.settled()
    expect(pushesTo(browser)).toHaveLength(1)
  })

  it('and its record is purged after a week', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await send(from, to)
    await expectPushed(browser)
    const { id } = (await endpointOf(browser))!
    const news = () => server.db.selectFrom('push_news').selectAll().where('endpoint_id', '=', id).execute()
    await purgeOldPushNews(server.platform)
    expect(await news()).toHaveLength(1)
    server.clock.aheadMs = 8 * 24 * HOUR_MS
    await purgeOldPushNews(server.platform)
    expect(await news()).toEqual([])
  })
})

describe('quiet hours', () => {
  /** Sets the clock to this local time of tomorrow. */
  const setTime = (time: string) => {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(Date.now() + 24 * HOUR_MS)
    server.clock.aheadMs = instantAt(day, time, ZONE) - Date.now()
  }
  const jobFor = async (browser: TestBrowser, subjectId: string) => {
    const { id: endpointId, user_id: userId } = (await endpointOf(browser))!
    return { endpointId, userId, kind: 'message' as const, subjectId }
  }

  it('postpone pushes to their end, sent once with the current content', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await to.visitor.call(setQuietHours, { body: { from: '22:30', until: '06:30' } })
    setTime('23:00')
    const { conversationId } = (await send(from, to)).answer
    await server.settled()
    expect((await queuedFor(browser)).map(({ wait: seconds }) => seconds > 60)).toEqual([true])
    const [postponed] = await queuedFor(browser)
    // the wait is seven and a half hours, give or take one where the clocks change
    expect(Math.abs(postponed!.wait / 3600 - 7.5)).toBeLessThan(1.1)
    await send(from, to)
    await server.settled()
    expect(await queuedFor(browser)).toHaveLength(1)
    expect(pushesTo(browser)).toEqual([])
    setTime('06:31')
    await sendPush(server.platform, await jobFor(browser, conversationId))
    expect((await expectPushed(browser)).news.body).toBe('Vous a envoyé 2 messages · Les Tilleuls')
  })

  it('that are removed do not delay later pushes', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await to.visitor.call(setQuietHours, { body: { from: '22:30', until: '06:30' } })
    setTime('23:00')
    await send(from, to)
    await server.settled()
    expect(await queuedFor(browser)).toHaveLength(1)
    await to.visitor.call(removeQuietHours)
    await send(from, to)
    expect((await expectPushed(browser)).news.body).toBe('Vous a envoyé 2 messages · Les Tilleuls')
  })

  it('postpone a push that is dropped if its kind is muted meanwhile', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await to.visitor.call(setQuietHours, { body: { from: '22:30', until: '06:30' } })
    setTime('23:00')
    const { conversationId } = (await send(from, to)).answer
    await server.settled()
    expect(await queuedFor(browser)).toHaveLength(1)
    await to.visitor.call(setNotificationSwitches, { body: { message: false } })
    setTime('06:31')
    await sendPush(server.platform, await jobFor(browser, conversationId))
    expect(pushesTo(browser)).toEqual([])
  })

  it('that are near are sent with the push, so that the device shows a late one silently', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await to.visitor.call(setQuietHours, { body: { from: '13:00', until: '14:00' } })
    setTime('12:00')
    await send(from, to)
    const { quiet } = (await expectPushed(browser)).news
    const now = server.platform.clock.now().getTime()
    expect(Math.round((quiet![0] - now) / HOUR_MS)).toBe(1)
    expect(quiet![1] - quiet![0]).toBe(HOUR_MS)
  })

  it('are from 22:00 to 7:00 by default', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await server.db.deleteFrom('notification_settings').where('user_id', '=', to.userId).execute()
    setTime('02:00')
    await send(from, to)
    await server.settled()
    expect((await queuedFor(browser)).map(({ wait: seconds }) => seconds > 60)).toEqual([true])
    expect(pushesTo(browser)).toEqual([])
  })
})

describe('the VAPID key', () => {
  it('is created once by concurrent callers, and stored encrypted', async () => {
    const other = { ...server.platform, db: server.db.withoutPlugins() as never }
    const [mine, again] = await Promise.all([getPushKeys(server.platform), getPushKeys(other)])
    expect(again).toEqual(mine)
    const rows = await server.db.selectFrom('push_keys').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]!.public_key).toBe(mine.publicKey)
    expect(rows[0]!.private_key).not.toContain(mine.privateKey)
  })

  it('is replaced when the secret changes, and all registrations are deleted', async () => {
    const one = await person()
    const browser = await register(one)
    const before = await server.db.selectFrom('push_keys').selectAll().executeTakeFirstOrThrow()
    const secretBox = createSecretBox(newId() + newId())
    const made = await getPushKeys({ ...server.platform, secretBox, db: server.db.withoutPlugins() as never })
    expect(made.publicKey).not.toBe(before.public_key)
    expect(await endpointOf(browser)).toBeUndefined()
    await server.db.deleteFrom('push_keys').execute()
    await server.db.insertInto('push_keys').values(before).execute()
  })

  it('is never logged', async () => {
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
