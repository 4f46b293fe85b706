import { answerEvent } from '@parvis/contract/feed.ts'
import { blockUser } from '@parvis/contract/blocks.ts'
import { setQuietHours } from '@parvis/contract/notifications.ts'
import { getPushState, registerPush, unregisterPush } from '@parvis/contract/push.ts'
import { logOut, revokeSession } from '@parvis/contract/session.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addEvent } from '#server/testing/events.ts'
import { type FakeApns, type FakeFcm } from '#server/testing/phone-push-services.ts'
import {
  closePhonePushServers,
  openPhonePushServers,
  phonePushCalls,
  resetPhonePush,
} from '#server/testing/phone-push-members.ts'
import { type PushMember, setClockToTomorrow } from '#server/testing/push-members.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import { sendPush } from './send-push.service.ts'
import { OPEN_APP_DELAY_MS } from './enqueue-pushes.service.ts'

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

describe.each(['ios', 'android'] as const)('a native app on %s', os => {
  it('is registered for its session, and receives the name of the sender of a message but never the text', async () => {
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

  it('sounds once for a post with many answers, and does not receive the title of the post', async () => {
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
    expect((await to.visitor.call(getPushState)).answer.registered).toBe(false)
    await send(from, to)
    await send(from, next)
    expect(await expectPushed(os, token)).toMatchObject({ badge: 1 })
    await server.settled()
    expect(pushesTo(os, token)).toHaveLength(1)
  })

  it('receives no push after its session has ended, its user was deleted, or it was unregistered', async () => {
    const ends = [
      ({ visitor }: PushMember) => visitor.call(logOut),
      ({ visitor }: PushMember) => visitor.call(unregisterPush),
      async ({ accountId }: PushMember) => {
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
      async ({ userId }: PushMember) => server.db.deleteFrom('users').where('id', '=', userId).execute(),
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

  it('receives no push from a user whom the recipient blocks before the push is sent', async () => {
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
    const ask = ({ visitor }: PushMember, given: string) =>
      visitor.call(registerPush, { body: { token: given, os, lang: 'fr' } })
    expect((await ask(browser, token)).error).toEqual({ key: 'badrequest', field: 'os' })
    for (const bad of ['', 'short', `${token}/../x`, `${token} `, '{"endpoint":"https://push.example/a"}'])
      expect([bad, (await ask(app, bad)).error]).toEqual([bad, { key: 'badrequest', field: 'token' }])
    server.platform.settings[os === 'ios' ? 'apns' : 'fcm'] = null
    expect((await ask(app, token)).error).toEqual({ key: 'pushunavailable', field: 'os' })
    expect((await app.visitor.call(getPushState)).answer.phones).not.toContain(os)
  })

  it('receives no push in quiet hours, and a push sent before quiet hours expires when they begin', async () => {
    const [from, to] = [await neighbor(), await owner()]
    const token = await register(to.visitor, os)
    await to.visitor.call(setQuietHours, { body: { from: '22:30', until: '06:30' } })
    setClockToTomorrow(server, '22:00')
    await send(from, to)
    const push = await expectPushed(os, token)
    // APNs receives an absolute expiry time by the clock of the server
    const ahead = os === 'ios' ? server.clock.aheadMs / 1000 : 0
    expect(push.ttl - ahead).toBeGreaterThan(25 * 60)
    expect(push.ttl - ahead).toBeLessThanOrEqual(30 * 60 + 1)
    setClockToTomorrow(server, '23:00')
    await send(from, to)
    await server.settled()
    expect(pushesTo(os, token)).toHaveLength(1)
    setClockToTomorrow(server, '06:31')
    const { id: endpointId } = (await endpointOf(token))!
    const { conversationId: subjectId } = (await send(from, to)).answer
    await expectPushed(os, token, 2)
    await sendPush(server.platform, { endpointId, userId: to.userId, kind: 'message', subjectId })
    expect(pushesTo(os, token)).toHaveLength(2)
    expect(pushesTo(os, token)[1]!.body).toContain('3 messages')
  }, 60_000)
})
