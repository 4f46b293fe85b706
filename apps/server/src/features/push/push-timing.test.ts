import { blockUser, unblockUser } from '@parvis/contract/blocks.ts'
import { exitChat } from '@parvis/contract/chat.ts'
import { answerEvent } from '@parvis/contract/feed.ts'
import {
  alertOfAllPosts,
  readNotifications,
  removeQuietHours,
  setNotificationSwitches,
  setQuietHours,
} from '@parvis/contract/notifications.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LAST_ID } from '#server/kernel/ids.ts'
import { addEvent } from '#server/testing/events.ts'
import { addMessages } from '#server/testing/messages.ts'
import { type PushService, startPushService, type TestBrowser } from '#server/testing/push-service.ts'
import { browserPushCalls, PUSH_ZONE, setClockToTomorrow } from '#server/testing/push-members.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { sendPush } from './send-push.service.ts'
import { purgeOldPushNews, OPEN_APP_DELAY_MS } from './enqueue-pushes.service.ts'

const HOUR_MS = 60 * 60_000
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

const { person, register, send, pushesTo, expectPushed, expectNotified, runCatchUp, endpointOf, queuedFor } =
  browserPushCalls(() => ({ server, service }))

describe('a push', () => {
  it('is not sent for a kind of notification that the recipient has switched off', async () => {
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
    // the push is delayed for a member who has the app open, so that they can read the message there
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
    'between two users after %s has blocked the other',
    async by => {
      const [from, to] = [await person(), await person()]
      const browser = await register(to)
      const eventId = await addEvent(server, { userId: to.userId })
      await to.visitor.call(alertOfAllPosts)
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
  const setTime = (time: string) => setClockToTomorrow(server, time)
  const jobFor = async (browser: TestBrowser, subjectId: string) => {
    const { id: endpointId, user_id: userId } = (await endpointOf(browser))!
    return { endpointId, userId, kind: 'message' as const, subjectId }
  }

  it('postpone pushes until the quiet hours end; each push is then sent once with its current content', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    await to.visitor.call(setQuietHours, { body: { from: '22:30', until: '06:30' } })
    setTime('23:00')
    const { conversationId } = (await send(from, to)).answer
    await server.settled()
    expect((await queuedFor(browser)).map(({ wait: seconds }) => seconds > 60)).toEqual([true])
    const [postponed] = await queuedFor(browser)
    // the wait is seven and a half hours, plus or minus one hour when the clocks change
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

  it('postpone a push, which is dropped if the recipient switches off its kind of notification meanwhile', async () => {
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

  it('that begin soon are included in the push, so that a device that receives the push late shows it silently', async () => {
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
