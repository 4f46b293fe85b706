import { type PhoneOs } from '@parvis/contract/push.ts'
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FakeApns, type FakeFcm, type PhoneRefusal } from '#server/testing/phone-push-services.ts'
import {
  closePhonePushServers,
  openPhonePushServers,
  phonePushCalls,
  resetPhonePush,
  SECRET_TEXT,
} from '#server/testing/phone-push-members.ts'
import { BACKOFF_MS } from '#server/testing/push-members.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import type * as PushWords from './push-text.ts'
import { KEY_BACKOFF_MS } from './push-service.ts'
import { sendPush } from './send-push.service.ts'

/** Planted fault: the push contains the text of the message. */
const faults = vi.hoisted(() => ({ leaks: false }))
vi.mock('./push-text.ts', async original => {
  const real = await original<typeof PushWords>()
  return {
    pushText: (...given: Parameters<typeof real.pushText>) => {
      const words = real.pushText(...given)
      return faults.leaks ? { ...words, body: SECRET_TEXT } : words
    },
  }
})

let apns: FakeApns
let fcm: FakeFcm
let server: TestServer
beforeAll(async () => {
  ;({ apns, fcm, server } = await openPhonePushServers())
})
afterEach(() => resetPhonePush({ apns, fcm, server }))
afterAll(() => closePhonePushServers({ apns, fcm, server }))

const { services, owner, neighbor, register, send, endpointOf, pushesTo, attemptStatuses, expectPushed, leaks } =
  phonePushCalls(() => ({ apns, fcm, server }))
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

describe.each(['ios', 'android'] as const)('a native app on %s', os => {
  it.each(gone[os])('is unregistered when the push service reports its token as gone ($reason)', async refusal => {
    const [from, to] = [await neighbor(), await owner()]
    const token = await register(to.visitor, os)
    services[os]().refusePush = one => (one === token ? refusal : undefined)
    await send(from, to)
    await server.settled()
    expect(await endpointOf(token)).toBeUndefined()
    services[os]().refusePush = null
    await send(from, to)
    await server.settled()
    expect(attemptStatuses(os, token)).toHaveLength(1)
  })

  it.each(refused[os])(
    'stays registered when its token is refused ($reason), and does not stop other pushes',
    async refusal => {
      const [from, to, other] = [await neighbor(), await owner(), await owner()]
      const [token, elsewhere] = [await register(to.visitor, os), await register(other.visitor, os)]
      services[os]().refusePush = one => (one === token ? refusal : undefined)
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
    'receives the push once, by a retry after status %i',
    async status => {
      const [from, to] = [await neighbor(), await owner()]
      const token = await register(to.visitor, os)
      services[os]().refusePush = (one, tries) => (one === token && tries < 1 ? { status } : undefined)
      await send(from, to)
      await server.settled()
      await server.advanceTime(BACKOFF_MS)
      await expectPushed(os, token)
      expect(attemptStatuses(os, token)).toEqual([status, 200])
      expect(await endpointOf(token)).toMatchObject({ failing_since: null, rests_until: null })
    },
    60_000,
  )

  it('receives the push once, after a backoff, when the push service has timed out', async () => {
    const [from, to] = [await neighbor(), await owner()]
    const token = await register(to.visitor, os)
    services[os]().refusePush = (one, tries) => (one === token && tries < 1 ? 'silence' : undefined)
    const settings = server.platform.settings[os === 'ios' ? 'apns' : 'fcm']!
    settings.timeoutMs = 300
    await send(from, to)
    await server.settled()
    delete settings.timeoutMs
    expect(await endpointOf(token)).toMatchObject({ rests_until: expect.any(Date) })
    await server.advanceTime(BACKOFF_MS)
    await expectPushed(os, token)
  })

  it('stays registered when the key of the installation is refused, and receives the push once the key is corrected', async () => {
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
    // at most the first push and the pushes already in flight try the refused key
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
})

describe('push services', () => {
  it('receive many pushes through one connection to Apple and with one access token from Google', async () => {
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

  it('receive a newly signed provider token after Apple has reported the previous one as expired', async () => {
    const [from, to] = [await neighbor(), await owner()]
    const token = await register(to.visitor, 'ios')
    apns.refusePush = (_, tries) => (tries < 1 ? { status: 403, reason: 'ExpiredProviderToken' } : undefined)
    await send(from, to)
    await server.settled()
    await server.advanceTime(BACKOFF_MS)
    await expectPushed('ios', token)
    expect(attemptStatuses('ios', token)).toEqual([403, 200])
  }, 60_000)

  it('are checked by a test that detects a push with the text of a message', async () => {
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
