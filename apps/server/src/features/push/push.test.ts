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
import { createPostOutside } from '#server/kernel/outside/post-outside.ts'
import { createSecretBox } from '#server/kernel/secret-box.ts'
import { newId, LAST_ID } from '#server/kernel/ids.ts'
import { dealCalls } from '#server/testing/deals.ts'
import { addEvent } from '#server/testing/events.ts'
import { addMessages } from '#server/testing/messages.ts'
import { openCaseOf } from '#server/testing/moderation-cases.ts'
import { asPerson, withSession } from '#server/testing/people.ts'
import { type PushService, startPushService, type TestBrowser } from '#server/testing/push-service.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { tellPosts } from '../notifications/tell-posts.service.ts'
import { catchUp } from '../notifications/writers.service.ts'
import { openSession } from '../session/session.service.ts'
import { getPushKeys } from './push-keys.service.ts'
import { MOST_BROWSERS, REGISTRATIONS_PER_MINUTE } from './register.service.ts'
import { sendPush } from './send-push.service.ts'
import { catchUpWithNews, forgetOldNews, OPEN_APP_MS } from './tell-browsers.service.ts'

const ZONE = 'Europe/Paris'
const HOUR_MS = 60 * 60_000
/** Longer than a browser rests whose service does not answer, and than a job waits for its second try. */
const REST_MS = 11_000

let service: PushService
let server: TestServer
let home: string
beforeAll(async () => {
  service = await startPushService()
  server = await openTestServer('demo', {
    zone: 'Europe/Paris',
    haste: 20,
    settings: { pushTestOrigin: service.origin },
  })
  home = await server.communityId('les-tilleuls')
})
afterEach(() => {
  service.answer = null
  server.clock.ahead = 0
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
const write = (from: Person, to: Person, text = 'Le code de la porte est 4711') =>
  from.visitor.call(sendMessage, { body: { to: to.userId, text } })
const toBrowser = ({ id }: TestBrowser) => service.pushed.filter(({ browser }) => browser.id === id)
const comes = async (browser: TestBrowser, count = 1) => {
  await server.settled()
  expect(toBrowser(browser)).toHaveLength(count)
  return toBrowser(browser).at(-1)!
}
/** As after a start: what was stored and told to nobody is found. */
const lookThrough = async () => {
  await catchUp(server.platform)
  await catchUpWithNews(server.platform)
}
/** A message stands among the notifications of whom it is for. */
const toldOf = async ({ userId }: Person) => {
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
  it('is registered for its session, told so, and no more once it asks for that', async () => {
    const one = await person()
    expect(await isRegistered(one)).toBe(false)
    const browser = await register(one)
    expect(await endpointOf(browser)).toMatchObject({ user_id: one.userId, os: 'web', language: 'fr' })
    expect((await one.visitor.call(unregisterPush)).answer).toMatchObject({ registered: false })
    expect((await one.visitor.call(unregisterPush)).status).toBe(200)
    expect(await endpointOf(browser)).toBeUndefined()
  })

  it('is one for each session: the next takes its place', async () => {
    const one = await person()
    const [first, second] = [await register(one), await register(one, undefined, 'en')]
    expect(await endpointOf(first)).toBeUndefined()
    expect(await endpointOf(second)).toMatchObject({ language: 'en' })
  })

  it('is one of the ten of its account that were registered last', async () => {
    const to = await person()
    const first = await register(to)
    const sessions = await Promise.all(
      Array.from({ length: MOST_BROWSERS }, () =>
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

  it('moves to who registers it last, also when two do at once', async () => {
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

  it('is gone with its session: logged out, signed out elsewhere, or with its user', async () => {
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
  ])('is not registered by what is no subscription: %s', async token => {
    const { visitor } = await person()
    expect((await visitor.call(registerPush, { body: { token, os: 'web', lang: 'fr' } })).error).toEqual({
      key: 'badrequest',
      field: 'token',
    })
  })

  it('is told nowhere else than in the public internet, and nobody is connected to in order to find out', async () => {
    const one = await person()
    const { token, url } = service.subscribe(await keyOf(one))
    const before = service.tries.length
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
    expect(service.tries.length).toBe(before)
    expect(await isRegistered(one)).toBe(false)
  })

  it('is registered so many times a minute', async () => {
    const one = await person()
    const { token } = service.subscribe(await keyOf(one))
    const body = { token, os: 'web' as const, lang: 'fr' as const }
    for (let at = 0; at < REGISTRATIONS_PER_MINUTE; at++)
      expect((await one.visitor.call(registerPush, { body })).status).toBe(200)
    expect((await one.visitor.call(registerPush, { body })).error.key).toBe('toomanyrequests')
  })
})

describe('what is pushed', () => {
  it('says who has written and not what, in the language of the browser, with the way there', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await write(from, to)
    const { news, ttl, urgency, topic, claims } = await comes(browser)
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
    await write(from, to, 'Et le digicode ?')
    expect((await comes(browser, 2)).news).toMatchObject({ body: 'Sent you 2 messages · Les Tilleuls', lang: 'en' })
    expect(toBrowser(browser)[1]!.topic).toBe(topic)
  })

  it('comes of every community of an account, to the browser that is signed in to one of them, and leads there', async () => {
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
    // its quiet hours are its own
    const settings = { community_id: elsewhere, user_id: user, all_since: null, quiet_from: null, quiet_until: null }
    await server.db.insertInto('notification_settings').values(settings).execute()
    await addMessages(server, elsewhere, neighbor, user)
    await lookThrough()
    expect((await comes(browser)).news).toMatchObject({
      title: 'Lucia',
      body: 'Vous a envoyé un message · Quartier de la Gare',
      path: `/quartier-de-la-gare/mes-conversations/${from.pseudo}-la`,
    })
    await server.db.updateTable('users').set({ gone_at: new Date() }).where('id', '=', user).execute()
    await addMessages(server, elsewhere, neighbor, user)
    await lookThrough()
    await server.settled()
    expect(toBrowser(browser)).toHaveLength(1)
  })

  it('comes to each browser of who is told, and to none of who wrote', async () => {
    const [from, to] = [await person(), await person()]
    const { token } = await openSession(
      server.db,
      { accountId: to.accountId, userId: to.userId, communityId: home, strategy: 'local' },
      null,
    )
    const browsers = [await register(to), await register({ visitor: withSession(server, token) })]
    const own = await register(from)
    await write(from, to)
    await Promise.all(browsers.map(browser => comes(browser)))
    expect(toBrowser(own)).toEqual([])
  })

  it('tells the author of a post who answers it, several at once as one', async () => {
    const [author, one, other] = [await person(), await person('Léa'), await person('Nora')]
    const browser = await register(author)
    const id = await addEvent(server, { userId: author.userId, title: 'Ma piscine secrète' })
    await one.visitor.call(answerEvent, { params: { id } })
    expect((await comes(browser)).news).toMatchObject({
      title: 'Léa M.',
      body: 'A répondu à votre publication · Les Tilleuls',
      path: `/les-tilleuls/actualites/publication?id=${id}`,
    })
    await other.visitor.call(answerEvent, { params: { id } })
    const { news, urgency } = await comes(browser, 2)
    expect(news).toMatchObject({
      title: 'Nora M. et une autre personne',
      body: 'Ont répondu à votre publication · Les Tilleuls',
      again: false,
    })
    expect(news.tag).toBe(toBrowser(browser)[0]!.news.tag)
    expect(urgency).toBe('normal')
    expect(JSON.stringify(toBrowser(browser))).not.toContain('piscine')
  })

  it('tells who asked to hear of posts that there is one', async () => {
    const [author, reader] = [await person(), await person()]
    const browser = await register(reader, undefined, 'en')
    await reader.visitor.call(alertAll)
    const { _id } = (await author.visitor.call(publishPost, { body: { description: 'Fuite d’eau au sous-sol' } }))
      .answer
    const { news } = await comes(browser)
    expect(news).toMatchObject({
      title: 'Matteo M.',
      body: 'Published something new · Les Tilleuls',
      path: `/les-tilleuls/actualites/publication?id=${_id}`,
    })
    expect(JSON.stringify(news)).not.toContain('Fuite')
  })

  it('tells of a group that somebody wrote in it', async () => {
    const [author, guest] = [await person(), await person('Léa')]
    const eventId = await addEvent(server, { userId: author.userId, group: 'activity' })
    await guest.visitor.call(answerEvent, { params: { id: eventId } })
    const browser = await register(author)
    await guest.visitor.call(sendMessage, { body: { eventId, text: 'J’apporte le dessert' } })
    await server.settled()
    expect(toBrowser(browser).map(({ news }) => news)).toContainEqual(
      expect.objectContaining({
        title: 'Léa M.',
        body: 'A écrit dans un groupe · Les Tilleuls',
        path: `/les-tilleuls/conversations-de-groupe/${eventId}`,
      }),
    )
  })

  it('tells of who has come, of what waits for the team, and of its word', async () => {
    const [newcomer, reader] = [await person('Léa'), await person()]
    const { userId: chiefId, visitor: chief } = await person('Nora')
    await server.db.updateTable('users').set({ role: 'administrator' }).where('id', '=', chiefId).execute()
    server.platform.bus.announce('actor.changed', { userIds: [chiefId] })
    const [browser, desk] = [await register(reader), await register({ visitor: chief })]
    const welcome = await addEvent(server, { userId: newcomer.userId, group: 'welcome' })
    await tellPosts(server.platform, [{ communityId: home, eventId: welcome }])
    expect((await comes(browser)).news).toMatchObject({
      title: 'Léa M.',
      body: 'Vient d’arriver parmi vous · Les Tilleuls',
      path: `/les-tilleuls/actualites/publication?id=${welcome}`,
      again: false,
    })
    await comes(desk)
    const deals = dealCalls(server)
    const { visitor: company } = await deals.newProfessional()
    await company.call(removeQuietHours)
    const own = await register({ visitor: company })
    const { _id: deal } = (await deals.create(company)).answer
    expect((await comes(desk, 2)).news).toMatchObject({
      body: 'Attend votre accord · Les Tilleuls',
      path: '/les-tilleuls/gestion',
    })
    await deals.decide(chief, deal, true)
    expect((await comes(own)).news).toMatchObject({
      title: 'Les Tilleuls',
      body: 'L’équipe vous a répondu',
      path: `/les-tilleuls/annonce?id=${deal}`,
    })
  })

  it('tells the team of a report and its author of a decision, and holds nobody else up', async () => {
    const [author, reader, from] = [await person('Léa'), await person(), await person()]
    const { userId: chiefId, visitor: chief } = await person('Nora')
    await server.db.updateTable('users').set({ role: 'administrator' }).where('id', '=', chiefId).execute()
    server.platform.bus.announce('actor.changed', { userIds: [chiefId] })
    const [desk, own] = [await register({ visitor: chief }), await register(author)]
    const eventId = await addEvent(server, { userId: author.userId })
    await reader.visitor.call(flagEvent, { params: { id: eventId }, body: { reason: 'Vendu déjà' } })
    const caseId = await openCaseOf(server, eventId)
    // told in the same statement
    await write(from, author)
    expect((await comes(desk)).news).toMatchObject({
      title: 'Les Tilleuls',
      body: 'Un signalement, ou un recours, vous attend',
      path: `/les-tilleuls/gestion/signalement?id=${caseId}`,
    })
    await comes(own)
    await chief.call(decideCase, {
      params: { id: caseId },
      body: { decision: 'hide', rule: 'advertising', reason: 'Une fois suffit' },
    })
    expect((await comes(own, 2)).news).toMatchObject({
      title: 'Les Tilleuls',
      body: 'L’équipe s’est prononcée sur quelque chose de vous',
      path: `/les-tilleuls/regles?decision=${caseId}`,
    })
  })

  it('is nothing of a kind that was switched off', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await to.visitor.call(setNotificationSwitches, { body: { message: false } })
    await write(from, to)
    const eventId = await addEvent(server, { userId: to.userId })
    await from.visitor.call(answerEvent, { params: { id: eventId } })
    await comes(browser)
    await server.settled()
    expect(toBrowser(browser).map(({ news }) => news.tag)).toEqual([`answer ${eventId}`])
  })

  it('is one push, where several wait together', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    // who has the app open somewhere is given a while to read it there
    server.platform.presence.arrive(to.userId, await server.communityId('les-tilleuls'))
    for (let at = 0; at < 3; at++) {
      await write(from, to)
      await server.settled()
    }
    const queued = await queuedFor(browser)
    expect(queued).toHaveLength(1)
    expect(queued[0]!.wait).toBeGreaterThan(5)
    expect(toBrowser(browser)).toEqual([])
    await server.passTime(OPEN_APP_MS)
    expect((await comes(browser)).news.body).toBe('Vous a envoyé 3 messages · Les Tilleuls')
    server.platform.presence.leave(to.userId)
  })

  it('is nothing, where it was read before it went', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    server.platform.presence.arrive(to.userId, await server.communityId('les-tilleuls'))
    await write(from, to)
    const eventId = await addEvent(server, { userId: to.userId })
    await from.visitor.call(answerEvent, { params: { id: eventId } })
    await server.settled()
    expect(await queuedFor(browser)).toHaveLength(2)
    await to.visitor.call(exitChat, { body: { userId: from.userId } })
    await to.visitor.call(readNotifications, { body: { upTo: LAST_ID } })
    await server.passTime(OPEN_APP_MS)
    expect(await queuedFor(browser)).toEqual([])
    expect(toBrowser(browser)).toEqual([])
    server.platform.presence.leave(to.userId)
  })

  it('is nothing of what was there before the browser was', async () => {
    const [from, to] = [await person(), await person()]
    await write(from, to)
    await toldOf(to)
    const browser = await register(to)
    await lookThrough()
    await server.settled()
    expect(toBrowser(browser)).toEqual([])
  })
})

describe('nobody hears', () => {
  it.each(['the reader', 'the author'])(
    'of who is silenced, by a block of %s',
    async by => {
      const [from, to] = [await person(), await person()]
      const browser = await register(to)
      const eventId = await addEvent(server, { userId: to.userId })
      await to.visitor.call(alertAll)
      server.platform.presence.arrive(to.userId, await server.communityId('les-tilleuls'))
      await write(from, to)
      await from.visitor.call(answerEvent, { params: { id: eventId } })
      await from.visitor.call(publishPost, { body: { description: 'Bonjour' } })
      await server.settled()
      expect(await queuedFor(browser)).toHaveLength(3)
      const [blocker, blocked] = by === 'the reader' ? [to, from] : [from, to]
      await blocker.visitor.call(blockUser, { params: { id: blocked.userId } })
      await server.passTime(OPEN_APP_MS)
      expect(await queuedFor(browser)).toEqual([])
      expect(toBrowser(browser)).toEqual([])
      server.platform.presence.leave(to.userId)
      // who hears them again hears what comes from then on
      await blocker.visitor.call(unblockUser, { params: { id: blocked.userId } })
      await write(from, to)
      await comes(browser)
    },
    60_000,
  )

  it('whose stay has ended since they were told', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    server.platform.presence.arrive(to.userId, await server.communityId('les-tilleuls'))
    await write(from, to)
    await server.settled()
    expect(await queuedFor(browser)).toHaveLength(1)
    const yesterday = new Date(Date.now() - 24 * HOUR_MS).toISOString().slice(0, 10)
    await server.db.updateTable('users').set({ member_until: yesterday }).where('id', '=', to.userId).execute()
    await server.passTime(OPEN_APP_MS)
    server.platform.presence.leave(to.userId)
    expect(await queuedFor(browser)).toEqual([])
    expect(toBrowser(browser)).toEqual([])
  })

  const long = new Date(Date.now() - 31 * 24 * HOUR_MS)
  it.each([
    ['the team keeps out', 'users', { disabled_at: new Date() }],
    ['has a stay that is over', 'users', { member_until: long.toISOString().slice(0, 10) }],
    ['has yet to save a profile', 'users', { need_update: true }],
    ['has a session that has run out', 'sessions', { seen_at: long }],
  ] as const)('who %s', async (_, table, values) => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    const id = table === 'users' ? 'id' : 'user_id'
    await server.db
      .updateTable(table)
      .set(values)
      .where(id as 'id', '=', to.userId)
      .execute()
    await addMessages(server, home, from.userId, to.userId)
    await lookThrough()
    await server.settled()
    expect(await queuedFor(browser)).toEqual([])
    expect(toBrowser(browser)).toEqual([])
    expect(await endpointOf(browser)).toBeDefined()
  })
})

describe('a push service', () => {
  it.each([401, 403, 404, 410])(
    'that answers %i is asked no more: the browser is gone, or known by another key',
    async status => {
      const [from, to] = [await person(), await person()]
      const browser = await register(to)
      service.answer = ({ id }) => (id === browser.id ? status : undefined)
      await write(from, to)
      await server.settled()
      expect(await endpointOf(browser)).toBeUndefined()
      expect(await isRegistered(to)).toBe(false)
      service.answer = null
      await write(from, to)
      await server.settled()
      expect(service.tries.filter(one => one.browser === browser.id)).toHaveLength(1)
    },
  )

  it.each([429, 500])('that answers %i is asked again later, and told once', async status => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    service.answer = ({ id }, tries) => (id === browser.id && tries < 1 ? status : undefined)
    await write(from, to)
    await server.settled()
    expect(toBrowser(browser)).toEqual([])
    await server.passTime(REST_MS)
    await comes(browser)
    expect(service.tries.filter(one => one.browser === browser.id).map(one => one.status)).toEqual([status, 201])
  })

  it('that refuses for good is not asked again, and the browser stays', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    service.answer = ({ id }) => (id === browser.id ? 413 : undefined)
    await write(from, to)
    await server.settled()
    expect(await queuedFor(browser)).toEqual([])
    await server.passTime(REST_MS)
    expect(service.tries.filter(one => one.browser === browser.id)).toHaveLength(1)
    expect(await endpointOf(browser)).toBeDefined()
  })

  it('that is silent is left alone by all that waits for it, until one push finds it there again', async () => {
    const to = await person()
    const browser = await register(to)
    const others = await Promise.all(Array.from({ length: 24 }, () => person()))
    const { postOutside } = server.platform
    const impatient = createPostOutside(service.origin, { mostMs: 150 })
    server.platform.postOutside = {
      ...postOutside,
      post: (address, posted) => (address === browser.url ? impatient : postOutside).post(address, posted),
    }
    onTestFinished(() => {
      server.platform.postOutside = postOutside
    })
    const tries = () => service.tries.filter(one => one.browser === browser.id)
    service.answer = ({ id }) => (id === browser.id ? 'silence' : undefined)
    await Promise.all(others.map(from => write(from, to)))
    await expect.poll(tries).not.toEqual([])
    // what is for others goes meanwhile
    const [from, third] = [others[0]!, await person()]
    const open = await register(third)
    await write(from, third)
    await comes(open)
    await server.settled()
    // those that were on their way when it was found silent, and one at a time since
    expect(tries().length).toBeLessThan(8 + 4)
    expect((await endpointOf(browser))!.failing_since).not.toBe(null)
    service.answer = null
    server.platform.postOutside = postOutside
    // the first finds it there again, the others have waited for that
    for (let rounds = 0; rounds < 3; rounds++) await server.passTime(REST_MS)
    expect(toBrowser(browser)).toHaveLength(others.length)
    expect(await endpointOf(browser)).toMatchObject({ failing_since: null, rests_until: null })
  })

  it('that was silent for a week is forgotten with its browser', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    service.answer = ({ id }) => (id === browser.id ? 503 : undefined)
    await write(from, to)
    await server.settled()
    expect(await endpointOf(browser)).toMatchObject({ failing_since: expect.any(Date) })
    await server.db
      .updateTable('push_endpoints')
      .set({ failing_since: new Date(Date.now() - 8 * 24 * HOUR_MS) })
      .where('address', '=', browser.url)
      .execute()
    await server.passTime(REST_MS)
    expect(await endpointOf(browser)).toBeUndefined()
  })

  it('that is not there is tried again, with no word of where it was sought', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    const { id: endpointId } = (await endpointOf(browser))!
    await service.close()
    try {
      const { conversationId: subjectId } = (await write(from, to)).answer
      await toldOf(to)
      const order = { endpointId, userId: to.userId, kind: 'message', subjectId } as const
      const attempt = async () => {
        // the queue may have found it out first: then it is left alone for a while
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
      server.platform.postOutside = createPostOutside(service.origin)
    }
  })
})

describe('a push goes once', () => {
  it('however often its job is done', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    const { conversationId: subjectId } = (await write(from, to)).answer
    await comes(browser)
    const { id: endpointId } = (await endpointOf(browser))!
    for (let at = 0; at < 3; at++)
      await sendPush(server.platform, { endpointId, userId: to.userId, kind: 'message', subjectId })
    expect(toBrowser(browser)).toHaveLength(1)
  })

  it('also where nobody heard of it when it was stored: what was cut off is found again, and told once', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await addMessages(server, home, from.userId, to.userId, 2)
    await Promise.all(Array.from({ length: 4 }, lookThrough))
    expect((await comes(browser)).news.body).toBe('Vous a envoyé 2 messages · Les Tilleuls')
    await lookThrough()
    await server.settled()
    expect(toBrowser(browser)).toHaveLength(1)
  })

  it('and is forgotten after a week', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await write(from, to)
    await comes(browser)
    const { id } = (await endpointOf(browser))!
    const news = () => server.db.selectFrom('push_news').selectAll().where('endpoint_id', '=', id).execute()
    await forgetOldNews(server.platform)
    expect(await news()).toHaveLength(1)
    server.clock.ahead = 8 * 24 * HOUR_MS
    await forgetOldNews(server.platform)
    expect(await news()).toEqual([])
  })
})

describe('quiet hours', () => {
  /** Today, by the clocks of the community. */
  const setTime = (time: string) => {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(Date.now() + 24 * HOUR_MS)
    server.clock.ahead = instantAt(day, time, ZONE) - Date.now()
  }
  const orderTo = async (browser: TestBrowser, subjectId: string) => {
    const { id: endpointId, user_id: userId } = (await endpointOf(browser))!
    return { endpointId, userId, kind: 'message' as const, subjectId }
  }

  it('are held: what comes in them goes at their end, once, and says what is true then', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await to.visitor.call(setQuietHours, { body: { from: '22:30', until: '06:30' } })
    setTime('23:00')
    const { conversationId } = (await write(from, to)).answer
    await server.settled()
    expect((await queuedFor(browser)).map(({ wait: seconds }) => seconds > 60)).toEqual([true])
    const [held] = await queuedFor(browser)
    // by the clock: seven and a half hours, give or take an hour where the clocks change
    expect(Math.abs(held!.wait / 3600 - 7.5)).toBeLessThan(1.1)
    await write(from, to)
    await server.settled()
    expect(await queuedFor(browser)).toHaveLength(1)
    expect(toBrowser(browser)).toEqual([])
    setTime('06:31')
    await sendPush(server.platform, await orderTo(browser, conversationId))
    expect((await comes(browser)).news.body).toBe('Vous a envoyé 2 messages · Les Tilleuls')
  })

  it('that are given up hold back what came in them, and nothing that comes then', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await to.visitor.call(setQuietHours, { body: { from: '22:30', until: '06:30' } })
    setTime('23:00')
    await write(from, to)
    await server.settled()
    expect(await queuedFor(browser)).toHaveLength(1)
    await to.visitor.call(removeQuietHours)
    await write(from, to)
    expect((await comes(browser)).news.body).toBe('Vous a envoyé 2 messages · Les Tilleuls')
  })

  it('hold what is not wanted any more at their end', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await to.visitor.call(setQuietHours, { body: { from: '22:30', until: '06:30' } })
    setTime('23:00')
    const { conversationId } = (await write(from, to)).answer
    await server.settled()
    expect(await queuedFor(browser)).toHaveLength(1)
    await to.visitor.call(setNotificationSwitches, { body: { message: false } })
    setTime('06:31')
    await sendPush(server.platform, await orderTo(browser, conversationId))
    expect(toBrowser(browser)).toEqual([])
  })

  it('that begin later are told along: what is late by then makes no sound', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await to.visitor.call(setQuietHours, { body: { from: '13:00', until: '14:00' } })
    setTime('12:00')
    await write(from, to)
    const { quiet } = (await comes(browser)).news
    const now = server.platform.clock.now().getTime()
    expect(Math.round((quiet![0] - now) / HOUR_MS)).toBe(1)
    expect(quiet![1] - quiet![0]).toBe(HOUR_MS)
  })

  it('are from ten to seven for who has never said otherwise', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await server.db.deleteFrom('notification_settings').where('user_id', '=', to.userId).execute()
    setTime('02:00')
    await write(from, to)
    await server.settled()
    expect((await queuedFor(browser)).map(({ wait: seconds }) => seconds > 60)).toEqual([true])
    expect(toBrowser(browser)).toEqual([])
  })
})

describe('the key of the installation', () => {
  it('is made once, whoever asks at once, and its private half lies sealed', async () => {
    const other = { ...server.platform, db: server.db.withoutPlugins() as never }
    const [mine, again] = await Promise.all([getPushKeys(server.platform), getPushKeys(other)])
    expect(again).toEqual(mine)
    const rows = await server.db.selectFrom('push_keys').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]!.public_key).toBe(mine.publicKey)
    expect(rows[0]!.private_key).not.toContain(mine.privateKey)
  })

  it('is another one where the secret is, and whoever was registered is not any more', async () => {
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

  it('is never written into a log', async () => {
    const said: string[] = []
    const spies = (['log', 'error', 'warn', 'info'] as const).map(name =>
      vi.spyOn(console, name).mockImplementation((...words) => void said.push(words.join(' '))),
    )
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    service.answer = () => 403
    await write(from, to)
    await server.settled()
    expect(service.tries.filter(one => one.browser === browser.id)).not.toEqual([])
    for (const spy of spies) spy.mockRestore()
    const { privateKey } = await getPushKeys(server.platform)
    expect(said.join('\n')).not.toContain(privateKey)
    expect(said.join('\n')).not.toContain(browser.id)
  })
})
