import { sendMessage } from '@parvis/contract/chat.ts'
import { registerPush, type PhoneOs } from '@parvis/contract/push.ts'
import { expect } from 'vitest'
import { type FakeApns, type FakeFcm, startFakeApns, startFakeFcm } from './phone-push-services.ts'
import { addPushMember, PUSH_ZONE, type PushMember } from './push-members.ts'
import { asShellPerson } from './shells.ts'
import { openTestServer, type TestServer, type Visitor } from './test-server.ts'

/** The text of each message that a member sends; no push may contain it. */
export const SECRET_TEXT = 'Le code de la porte est 4711'

export interface PhonePushServers {
  server: TestServer
  apns: FakeApns
  fcm: FakeFcm
}

/** Opens a server with fakes of the push services of Apple and Google. */
export const openPhonePushServers = async (): Promise<PhonePushServers> => {
  const [apns, fcm] = await Promise.all([startFakeApns(), startFakeFcm()])
  const server = await openTestServer('demo', {
    zone: PUSH_ZONE,
    pauseDivisor: 20,
    settings: { apns: apns.settings, fcm: fcm.settings },
  })
  return { server, apns, fcm }
}

/** Makes both push services accept everything again, and resets the clock. */
export const resetPhonePush = ({ server, apns, fcm }: PhonePushServers): void => {
  apns.refusePush = fcm.refusePush = fcm.tokenRequestStatus = null
  server.clock.aheadMs = 0
  // New settings objects, so that no test starts with a backoff that an earlier test has caused.
  Object.assign(server.platform.settings, { apns: { ...apns.settings }, fcm: { ...fcm.settings } })
}

export const closePhonePushServers = async ({ server, apns, fcm }: PhonePushServers): Promise<void> => {
  await server.close()
  await Promise.all([apns.close(), fcm.close()])
}

/** Calls of members who have the native app. `getServers` is called at each use, as the servers are opened later. */
export const phonePushCalls = (getServers: () => PhonePushServers) => {
  let people = 0
  const services = { ios: () => getServers().apns, android: () => getServers().fcm } as const
  const pushesTo = (os: PhoneOs, token: string) => services[os]().pushed.filter(one => one.token === token)
  return {
    services,
    owner: () => addPushMember(getServers().server, `phone-${++people}`, 'Matteo', asShellPerson),
    neighbor: (firstname = 'Matteo') => addPushMember(getServers().server, `phone-${++people}`, firstname),
    register: async (visitor: Visitor, os: PhoneOs, token = services[os]().newToken()) => {
      const reply = await visitor.call(registerPush, { body: { token, os, lang: 'fr' } })
      expect(reply.answer).toMatchObject({ registered: true, lang: 'fr' })
      return token
    },
    send: (from: PushMember, to: PushMember) =>
      from.visitor.call(sendMessage, { body: { to: to.userId, text: SECRET_TEXT } }),
    endpointOf: (token: string) =>
      getServers().server.db.selectFrom('push_endpoints').selectAll().where('address', '=', token).executeTakeFirst(),
    pushesTo,
    attemptStatuses: (os: PhoneOs, token: string) =>
      services[os]()
        .attempts.filter(one => one.token === token)
        .map(one => one.status),
    expectPushed: async (os: PhoneOs, token: string, count = 1) => {
      await getServers().server.settled()
      expect(pushesTo(os, token)).toHaveLength(count)
      return pushesTo(os, token).at(-1)!
    },
    /** Returns the payloads that contain a word of a message. */
    leaks: () =>
      [...getServers().apns.pushed, ...getServers().fcm.pushed]
        .map(({ raw }) => raw)
        .filter(raw => /4711|porte|piscine/.test(raw)),
  }
}
