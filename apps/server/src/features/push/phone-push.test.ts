import { answerEvent } from '@parvis/contract/feed.ts'
import { blockUser } from '@parvis/contract/blocks.ts'
import { removeQuietHours, setQuietHours } from '@parvis/contract/notifications.ts'
import { sendMessage } from '@parvis/contract/chat.ts'
import { getPushState, registerPush, unregisterPush, type PhoneOs } from '@parvis/contract/push.ts'
import { logOut, revokeSession } from '@parvis/contract/session.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { addEvent } from '#server/testing/events.ts'
import { asPerson } from '#server/testing/people.ts'
import {
  type FakeApns,
  type FakeFcm,
  type PhoneRefusal,
  startApns,
  startFcm,
} from '#server/testing/phone-push-services.ts'
import { asShellPerson } from '#server/testing/shells.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import type * as PushWords from './push-text.ts'
import { KEY_BACKOFF_MS } from './push-service.ts'
import { sendPush } from './send-push.service.ts'
import { OPEN_APP_DELAY_MS } from './enqueue-pushes.service.ts'

/** Planted fault: the push contains the text of the message. */
const faults = vi.hoisted(() => ({ leaks: false }))
vi.mock('./push-text.ts', async original => {
  const real = await original<typeof PushWords>()
  return {
    pushText: (...given: Parameters<typeof real.pushText>) => {
      const words = real.pushText(...given)
      return faults.leaks ? { ...words, body: SECRET } : words
    },
  }
})

const HOUR_MS = 60 * 60_000
/** Longer than the backoff of an endpoint and than the delay of the second attempt of a job. */
const BACKOFF_MS = 11_000
const SECRET = 'Le code de la porte est 4711'

let apns: FakeApns
let fcm: FakeFcm
let server: TestServer
beforeAll(async () => {
  ;[apns, fcm] = await Promise.all([startApns(), startFcm()])
  server = await openTestServer('demo', {
    zone: 'Europe/Paris',
    pauseDivisor: 20,
    settings: { apns: apns.settings, fcm: fcm.settings },
  })
})
afterEach(() => {
  apns.answer = fcm.answer = fcm.accountAnswer = null
  server.clock.aheadMs = 0
  // new settings objects, so that each test gets push services without a backoff
  Object.assign(server.platform.settings, { apns: { ...apns.settings }, fcm: { ...fcm.settings } })
})
afterAll(async () => {
  await server.close()
  await Promise.all([apns.close(), fcm.close()])
})

const services = { ios: () => apns, android: () => fcm } as const
let people = 0
const person = async (createPerson: typeof asPerson | typeof asShellPerson, firstname = 'Matteo') => {
  const pseudo = `phone-${++people}`
  const made = await createPerson(server, { email: `${pseudo}@test.example`, pseudo, community: 'les-tilleuls' })
  await server.db
    .updateTable('users')
    .set({ firstname, lastname: 'Moretti', birthdate: '1980-06-15' })
    .where('id', '=', made.userId)
    .execute()
  await made.visitor.call(removeQuietHours)
  return { ...made, pseudo }
}
type Person = Awaited<ReturnType<typeof person>>
const owner = () => person(asShellPerson)
const neighbor = (firstname?: string) => person(asPerson, firstname)
const register = async (visitor: Visitor, os: PhoneOs, token = services[os]().newToken()) => {
  const reply = await visitor.call(registerPush, { body: { token, os, lang: 'fr' } })
  expect(reply.answer).toMatchObject({ registered: true, lang: 'fr' })
  return token
}
const send = (from: Person, to: Person) => from.visitor.call(sendMessage, { body: { to: to.userId, text: SECRET } })
const endpointOf = (token: string) =>
  server.db.selectFrom('push_endpoints').selectAll().where('address', '=', token).executeTakeFirst()
const isRegistered = async (visitor: Visitor) => (await visitor.call(getPushState)).answer.registered
const pushesTo = (os: PhoneOs, token: string) => services[os]().pushed.filter(one => one.token === token)
const attemptStatuses = (os: PhoneOs, token: string) =>
  services[os]()
    .attempts.filter(one => one.token === token)
    .map(one => one.status)
const expectPushed = async (os: PhoneOs, token: string, count = 1) => {
  await server.settled()
  expect(pushesTo(os, token)).toHaveLength(count)
  return pushesTo(os, token).at(-1)!
}
/** Returns the payloads that contain a word of a message. */
const leaks = () => [...apns.pushed, ...fcm.pushed].map(({ raw }) => raw).filter(raw => /4711|porte|piscine/.test(raw))
/** Sets the clock to this local time of tomorrow. */
const setTime = (time: string) => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(Date.now() + 24 * HOUR_MS)
  server.clock.aheadMs = instantAt(day, time, 'Europe/Paris') - Date.now()
}
const captureErrors = () => {
  const lines: string[] = []
  const spy = vi.spyOn(console, 'error').mockImplementation((...words) => void lines.push(words.join(' ')))
  return { lines, stop: () => spy.mockRestore() }
}

const gone: Record<PhoneOs, PhoneRefusal[]> = {
  ios: [
    { status: 410, reason: 'Unregistered' },
    { status: 400, reason: 'BadDeviceToken' },
  ],
  android: [
    { status: 404, reason: 'UNREGISTERED' },
    { status: 400, reason: 'INVALID_ARGUMENT' },
  ],
}
/** Refusals of one phone that look like a wrong configuration. */
const refused: Record<PhoneOs, PhoneRefusal[]> = {
  ios: [{ status: 400, reason: 'DeviceTokenNotForTopic' }],
  android: [
    { status: 403, reason: 'SENDER_ID_MISMATCH' },
    { status: 401, reason: 'THIRD_PARTY_AUTH_ERROR' },
  ],
}

describe.each(['ios', 'android'] as const)('a native app, %s', os => {
  it('is registered for its session and is told who has written, never the text', async () => {
    const [from, to] = [await neighbor(), await owner()]
    expect((await to.visitor.call(getPushState)).answer.phones).toEqual(['ios', 'android'])
    const token = await register(to.visitor, os)
    expect(await endpointOf(token)).toMatchObject({ user_id: to.userId, os, p256dh: null, auth: null })
    await send(from, to)
    const first = await expectPushed(os, token)
    expect(first).toMatchObject({
      title: 'Matteo M.',
      body: 'Vous a envoyé un message · Les Tilleuls',
      path: `/les-tilleuls/mes-conversations/${from.pseudo}`,
      badge: 1,
      sounds: true,
      isUrgent: true,
    })
    expect(Math.abs(first.ttl - 24 * 60 * 60)).toBeLessThan(60)
    await send(from, to)
    const second = await expectPushed(os, token, 2)
    // the second push replaces the first one and sounds again
    expect([second.tag, second.sounds]).toEqual([first.tag, true])
    expect(leaks()).toEqual([])
  })

  it('sounds once for a post with many answers, and does not get its title', async () => {
    const [one, other, author] = [await neighbor('Léa'), await neighbor('Nora'), await owner()]
    const token = await register(author.visitor, os)
    const id = await addEvent(server, { userId: author.userId, title: 'Ma piscine secrète' })
    await one.visitor.call(answerEvent, { params: { id } })
    expect(await expectPushed(os, token)).toMatchObject({ sounds: true, isUrgent: false })
    await other.visitor.call(answerEvent, { params: { id } })
    expect(await expectPushed(os, token, 2)).toMatchObject({ title: 'Nora M. et une autre personne', sounds: false })
    expect(leaks()).toEqual([])
  })

  it('can be registered again with a new token, and by the next user who signs in', async () => {
    const [from, to, next] = [await neighbor(), await owner(), await owner()]
    const before = await register(to.visitor, os)
    const token = await register(to.visitor, os)
    expect(await endpointOf(before)).toBeUndefined()
    await register(next.visitor, os, os === 'ios' ? token.toUpperCase() : token)
    expect(await endpointOf(token)).toMatchObject({ user_id: next.userId })
    expect(await isRegistered(to.visitor)).toBe(false)
    await send(from, to)
    await send(from, next)
    expect(await expectPushed(os, token)).toMatchObject({ badge: 1 })
    await server.settled()
    expect(pushesTo(os, token)).toHaveLength(1)
  })

  it('gets no push after signing out anywhere or unregistering', async () => {
    const ends = [
      ({ visitor }: Person) => visitor.call(logOut),
      ({ visitor }: Person) => visitor.call(unregisterPush),
      async ({ accountId }: Person) => {
        const session = await server.db
          .selectFrom('sessions')
          .select('id')
          .where('account_id', '=', accountId)
          .execute()
        await server.db
          .deleteFrom('sessions')
          .where(
            'id',
            'in',
            session.map(({ id }) => id),
          )
          .execute()
      },
      async ({ userId }: Person) => server.db.deleteFrom('users').where('id', '=', userId).execute(),
    ]
    for (const end of ends) {
      const to = await owner()
      const token = await register(to.visitor, os)
      await end(to)
      expect(await endpointOf(token)).toBeUndefined()
    }
    const [from, to] = [await neighbor(), await owner()]
    const token = await register(to.visitor, os)
    server.platform.presence.markOnline(to.userId, await server.communityId('les-tilleuls'))
    await send(from, to)
    // the session ends between enqueuing and sending
    await to.visitor.call(revokeSession)
    await to.visitor.call(logOut)
    await server.settled()
    await server.advanceTime(OPEN_APP_DELAY_MS)
    expect(attemptStatuses(os, token)).toEqual([])
    server.platform.presence.markOffline(to.userId)
  })

  it('gets no push from a user who is blocked before it is sent', async () => {
    const [from, to] = [await neighbor(), await owner()]
    const token = await register(to.visitor, os)
    server.platform.presence.markOnline(to.userId, await server.communityId('les-tilleuls'))
    await send(from, to)
    await to.visitor.call(blockUser, { params: { id: from.userId } })
    await server.settled()
    await server.advanceTime(OPEN_APP_DELAY_MS)
    expect(attemptStatuses(os, token)).toEqual([])
    server.platform.presence.markOffline(to.userId)
  })

  it('can be registered only from the app and with a valid token', async () => {
    const [browser, app] = [await neighbor(), await owner()]
    const token = services[os]().newToken()
    const ask = ({ visitor }: Person, given: string) =>
      visitor.call(registerPush, { body: { token: given, os, lang: 'fr' } })
    expect((await ask(browser, token)).error).toEqual({ key: 'badrequest', field: 'os' })
    for (const bad of ['', 'short', `${token}/../x`, `${token} `, '{"endpoint":"https://push.example/a"}'])
      expect([bad, (await ask(app, bad)).error]).toEqual([bad, { key: 'badrequest', field: 'token' }])
    server.platform.settings[os === 'ios' ? 'apns' : 'fcm'] = null
    expect((await ask(app, token)).error).toEqual({ key: 'pushunavailable', field: 'os' })
    expect((await app.visitor.call(getPushState)).answer.phones).not.toContain(os)
  })

  it.each(gone[os])('is deleted when the push service reports its token as gone ($reason)', async refusal => {
    const [from, to] = [await neighbor(), await owner()]
    const token = await register(to.visitor, os)
    services[os]().answer = one => (one === token ? refusal : undefined)
    await send(from, to)
    await server.settled()
    expect(await endpointOf(token)).toBeUndefined()
    services[os]().answer = null
    await send(from, to)
    await server.settled()
    expect(attemptStatuses(os, token)).toHaveLength(1)
  })

  it.each(refused[os])(
    'stays registered when its token is refused ($reason), and does not stop other pushes',
    async refusal => {
      const [from, to, other] = [await neighbor(), await owner(), await owner()]
      const [token, elsewhere] = [await register(to.visitor, os), await register(other.visitor, os)]
      services[os]().answer = one => (one === token ? refusal : undefined)
      await send(from, to)
      await server.settled()
      expect(attemptStatuses(os, token)).toHaveLength(1)
      await send(from, other)
      await expectPushed(os, elsewhere)
      await server.settled()
      expect(attemptStatuses(os, token)).toHaveLength(1)
      expect(await endpointOf(token)).toBeDefined()
    },
  )

  it.each([429, 503])(
    'gets the push once by a retry after status %i',
    async status => {
      const [from, to] = [await neighbor(), await owner()]
      const token = await register(to.visitor, os)
      services[os]().answer = (one, tries) => (one === token && tries < 1 ? { status } : undefined)
      await send(from, to)
      await server.settled()
      await server.advanceTime(BACKOFF_MS)
      await expectPushed(os, token)
      expect(attemptStatuses(os, token)).toEqual([status, 200])
      expect(await endpointOf(token)).toMatchObject({ failing_since: null, rests_until: null })
    },
    60_000,
  )

  it('gets the push once, after a backoff, when the push service has timed out', async () => {
    const [from, to] = [await neighbor(), await owner()]
    const token = await register(to.visitor, os)
    services[os]().answer = (one, tries) => (one === token && tries < 1 ? 'silence' : undefined)
    const settings = server.platform.settings[os === 'ios' ? 'apns' : 'fcm']!
    settings.timeoutMs = 300
    await send(from, to)
    await server.settled()
    delete settings.timeoutMs
    expect(await endpointOf(token)).toMatchObject({ rests_until: expect.any(Date) })
    await server.advanceTime(BACKOFF_MS)
    await expectPushed(os, token)
  })

  it('stays registered when the key of the installation is refused, and gets the push once the key is corrected', async () => {
    const [from, ...recipients] = [await neighbor(), await owner(), await owner(), await owner()]
    const tokens: string[] = []
    for (const { visitor } of recipients) tokens.push(await register(visitor, os))
    const type = os === 'ios' ? 'ec' : 'rsa'
    const foreign =
      type === 'ec'
        ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
        : generateKeyPairSync('rsa', { modulusLength: 2048 })
    const { settings } = server.platform
    if (os === 'ios') settings.apns = { ...apns.settings, key: foreign.privateKey }
    else settings.fcm = { ...fcm.settings, key: foreign.privateKey }
    const log = captureErrors()
    const [asked, before] = [fcm.tokenRequests(), pushesTo(os, tokens[0]!).length]
    for (const to of recipients) await send(from, to)
    await server.settled()
    for (const token of tokens) expect(await endpointOf(token)).toMatchObject({ rests_until: expect.any(Date) })
    log.stop()
    const logged = log.lines.filter(line => line.includes('refuses the key'))
    expect(logged).toHaveLength(1)
    expect(logged[0]).toMatch(os === 'ios' ? /Apple.*403 InvalidProviderToken/ : /Google.*no access token, 400/)
    expect(log.lines.join()).not.toContain(tokens[0])
    // the key is tried by the first push and those in flight at most
    if (os === 'ios') expect(tokens.flatMap(token => attemptStatuses(os, token)).length).toBeLessThanOrEqual(3)
    else expect(fcm.tokenRequests() - asked).toBeLessThanOrEqual(3)

    // the operator corrects the key
    if (os === 'ios') settings.apns = { ...apns.settings }
    else settings.fcm = { ...fcm.settings }
    server.clock.aheadMs = KEY_BACKOFF_MS + 1_000
    const { id: endpointId } = (await endpointOf(tokens[0]!))!
    const { subject_id: subjectId } = await server.db
      .selectFrom('push_news')
      .select('subject_id')
      .where('endpoint_id', '=', endpointId)
      .executeTakeFirstOrThrow()
    await sendPush(server.platform, { endpointId, userId: recipients[0]!.userId, kind: 'message', subjectId })
    expect(pushesTo(os, tokens[0]!).length).toBe(before + 1)
    for (const token of tokens) expect(await endpointOf(token)).toBeDefined()
  }, 60_000)

  it('gets no push in quiet hours, and one sent before them expires when they begin', async () => {
    const [from, to] = [await neighbor(), await owner()]
    const token = await register(to.visitor, os)
    await to.visitor.call(setQuietHours, { body: { from: '22:30', until: '06:30' } })
    setTime('22:00')
    await send(from, to)
    const push = await expectPushed(os, token)
    // APNs gets an absolute expiry time by the clock of the server
    const ahead = os === 'ios' ? server.clock.aheadMs / 1000 : 0
    expect(push.ttl - ahead).toBeGreaterThan(25 * 60)
    expect(push.ttl - ahead).toBeLessThanOrEqual(30 * 60 + 1)
    setTime('23:00')
    await send(from, to)
    await server.settled()
    expect(pushesTo(os, token)).toHaveLength(1)
    setTime('06:31')
    const { id: endpointId } = (await endpointOf(token))!
    const { conversationId: subjectId } = (await send(from, to)).answer
    await expectPushed(os, token, 2)
    await sendPush(server.platform, { endpointId, userId: to.userId, kind: 'message', subjectId })
    expect(pushesTo(os, token)).toHaveLength(2)
    expect(pushesTo(os, token)[1]!.body).toContain('3 messages')
  }, 60_000)
})

describe('the connection and tokens', () => {
  it('are one connection to Apple and one access token of Google for many pushes', async () => {
    const [connections, asked] = [apns.connections(), fcm.tokenRequests()]
    const from = await neighbor()
    for (const os of ['ios', 'android'] as const)
      for (let at = 0; at < 3; at++) {
        const to = await owner()
        const token = await register(to.visitor, os)
        await send(from, to)
        await expectPushed(os, token)
      }
    expect([apns.connections() - connections, fcm.tokenRequests() - asked]).toEqual([1, 1])
  }, 60_000)

  it('include a provider token that is signed again when Apple calls it expired', async () => {
    const [from, to] = [await neighbor(), await owner()]
    const token = await register(to.visitor, 'ios')
    apns.answer = (_, tries) => (tries < 1 ? { status: 403, reason: 'ExpiredProviderToken' } : undefined)
    await send(from, to)
    await server.settled()
    await server.advanceTime(BACKOFF_MS)
    await expectPushed('ios', token)
    expect(attemptStatuses('ios', token)).toEqual([403, 200])
  }, 60_000)

  it('fails if a push contains the text of a message', async () => {
    const [from, to] = [await neighbor(), await owner()]
    const token = await register(to.visitor, 'android')
    expect(leaks()).toEqual([])
    faults.leaks = true
    await send(from, to)
    await expectPushed('android', token)
    faults.leaks = false
    expect(leaks()).toHaveLength(1)
  })
})
