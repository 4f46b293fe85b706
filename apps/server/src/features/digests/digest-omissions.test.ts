import { blockUser } from '@parvis/contract/blocks.ts'
import { sendMessage } from '@parvis/contract/chat.ts'
import { setDigest } from '@parvis/contract/digests.ts'
import { flagEvent } from '@parvis/contract/feed.ts'
import { decideCase, listCases } from '@parvis/contract/moderation.ts'
import { setNotificationSwitches } from '@parvis/contract/notifications.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import {
  asAbsentMember,
  nextMonday,
  sendDigestsTo,
  setClock,
  setLastVisit,
  type DigestMember,
} from '#server/testing/digests.ts'
import { addEvent } from '#server/testing/events.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'

const monday = nextMonday()
let server: TestServer
let author: DigestMember
beforeAll(async () => {
  server = await openTestServer('demo', { zone: 'Europe/Paris' })
  setClock(server, monday, '08:30')
  // Pinned posts come first in the feed, and whether the pinned demo posts are new depends on the time of day.
  await server.db.updateTable('events').set({ pinned_until: null }).execute()
  author = await asAbsentMember(server)
})
afterAll(() => server.close())

const hoursAgo = (hours: number) => new Date(server.platform.clock.now().getTime() - hours * 3_600_000)
let made = 0
const post = async (more: Partial<Parameters<typeof addEvent>[1]> = {}) => {
  const title = `Banc repeint ${++made}`
  const id = await addEvent(server, { userId: author.userId, title, publishedAt: hoursAgo(2), ...more })
  return { id, title }
}
const digests = (one: DigestMember, day = monday) => sendDigestsTo(server, one, day)
const textFor = async (one: DigestMember) => (await digests(one))[0]?.text ?? ''
const users = (values: object, { userId }: DigestMember) =>
  server.db.updateTable('users').set(values).where('id', '=', userId).execute()
const accounts = (values: object, { accountId }: DigestMember) =>
  server.db.updateTable('accounts').set(values).where('id', '=', accountId).execute()

describe('the digest job', () => {
  it('sends no digest to a member who has missed nothing: seen posts and own posts are not new', async () => {
    await post()
    const [was, wrote] = [await asAbsentMember(server), await asAbsentMember(server)]
    for (const one of [was, wrote]) {
      await one.visitor.call(setDigest, { body: { rhythm: 'daily' } })
      await setLastVisit(server, one.userId, hoursAgo(0.5))
    }
    expect(await digests(was)).toEqual([])
    await addEvent(server, { userId: wrote.userId, title: 'De moi', publishedAt: hoursAgo(0.1) })
    expect(await digests(wrote)).toEqual([])
    expect(await digests(was)).toHaveLength(1)
  })

  it('sends no second digest on one day, and does not repeat the posts on the next day', async () => {
    const reader = await asAbsentMember(server)
    await reader.visitor.call(setDigest, { body: { rhythm: 'daily' } })
    await setLastVisit(server, reader.userId, hoursAgo(30))
    await post()
    expect(await digests(reader)).toHaveLength(1)
    await post({ publishedAt: hoursAgo(0) })
    await Promise.all([digests(reader), digests(reader)])
    expect(await digests(reader)).toHaveLength(1)
    const tuesday = new Date(Date.parse(`${monday}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
    const { title } = await post({ publishedAt: new Date(hoursAgo(0).getTime() + 60_000) })
    setClock(server, tuesday, '08:00')
    const mails = await digests(reader, tuesday)
    expect(mails).toHaveLength(2)
    expect(mails[0]!.text).toContain(`- ${title}\n`)
    // Two posts: the new one, and the one published after the first digest.
    expect(mails[0]!.subject).toContain('2 nouvelles publications')
    setClock(server, monday, '08:30')
  })

  it('sends no digest for a day that is over, or after the sending hours', async () => {
    const reader = await asAbsentMember(server)
    await post()
    const before = new Date(Date.parse(`${monday}T00:00:00Z`) - 7 * DAY_MS).toISOString().slice(0, 10)
    expect(await digests(reader, before)).toEqual([])
    setClock(server, monday, '20:00')
    expect(await digests(reader)).toEqual([])
    setClock(server, monday, '19:59')
    expect(await digests(reader)).toHaveLength(1)
    setClock(server, monday, '08:30')
  })

  it.each<[string, (one: DigestMember) => Promise<unknown>]>([
    ['has turned digests off', one => one.visitor.call(setDigest, { body: { rhythm: 'never' } })],
    ['is a guest', one => users({ role: 'guest' }, one)],
    ['has not confirmed the e-mail', one => accounts({ confirmed_at: null }, one)],
    ['has no e-mail', one => accounts({ email: null }, one)],
    ['awaits approval', one => users({ enabled_at: null }, one)],
    ['is disabled', one => users({ disabled_at: new Date() }, one)],
    ['has left', one => users({ gone_at: new Date() }, one)],
    ['has not saved the profile yet', one => users({ need_update: true }, one)],
    ['has a stay that has ended', one => users({ member_until: '2026-01-02' }, one)],
    ['is suspended', one => users({ suspended_until: new Date(Date.now() + 30 * DAY_MS) }, one)],
    ['is a minor who has not opted in', one => users({ birthdate: '2015-05-01' }, one)],
    ['visited an hour ago', one => setLastVisit(server, one.userId, hoursAgo(1))],
    ['has not visited for 61 days', one => setLastVisit(server, one.userId, hoursAgo(24 * 61))],
    ['has never visited', one => server.db.deleteFrom('visits').where('user_id', '=', one.userId).execute()],
  ])('sends no digest to a member who %s', async (_, change) => {
    await post()
    const [reader, other] = [await asAbsentMember(server), await asAbsentMember(server)]
    await change(reader)
    await post({ publishedAt: hoursAgo(0.2) })
    expect(await digests(reader)).toEqual([])
    expect(await digests(other)).toHaveLength(1)
  })

  it('sends a digest to a minor who has chosen a frequency', async () => {
    const reader = await asAbsentMember(server)
    await users({ birthdate: '2015-05-01' }, reader)
    await reader.visitor.call(setDigest, { body: { rhythm: 'weekly' } })
    await setLastVisit(server, reader.userId, hoursAgo(70))
    await post()
    expect(await digests(reader)).toHaveLength(1)
  })
})

describe('content that the recipient could not see in the app', () => {
  const includesPost = async (
    more: Partial<Parameters<typeof addEvent>[1]>,
    change?: (id: string) => Promise<unknown>,
  ) => {
    const reader = await asAbsentMember(server)
    const hidden = await post(more)
    const shown = await post()
    await change?.(hidden.id)
    const text = await textFor(reader)
    expect(text).toContain(shown.title)
    return text.includes(hidden.title)
  }

  it('is not included: posts hidden by the team, past events, posts of another community, the weather', async () => {
    expect(await includesPost({})).toBe(true)
    const { visitor: team } = await asAbsentMember(server, { role: 'administrator' })
    const reported = await asAbsentMember(server)
    expect(
      await includesPost({ userId: reported.userId }, async id => {
        const { answer } = await team.call(listCases)
        await author.visitor.call(flagEvent, { params: { id }, body: {} })
        const { answer: cases } = await team.call(listCases)
        const one = cases.docs.find(({ _id }) => answer.docs.every(known => known._id !== _id))!
        await team.call(decideCase, {
          params: { id: one._id },
          body: { decision: 'hide', rule: 'respect', reason: 'Non' },
        })
      }),
    ).toBe(false)
    expect(await includesPost({ dateId: 'now', publishedAt: hoursAgo(6) })).toBe(false)
    expect(await includesPost({ group: 'weather' })).toBe(false)
    const elsewhere = await asAbsentMember(server, { community: 'quartier-de-la-gare' })
    expect(await includesPost({ userId: elsewhere.userId, community: 'quartier-de-la-gare' })).toBe(false)
  })

  it.each(['the blocker', 'the blocked user'] as const)('is not included for %s', async side => {
    const [reader, other] = [await asAbsentMember(server), await asAbsentMember(server)]
    const [blocker, blocked] = side === 'the blocker' ? [reader, other] : [other, reader]
    const hiddenPost = await post({ userId: other.userId })
    const shown = await post()
    const { status } = await blocker.visitor.call(blockUser, { params: { id: blocked.userId } })
    expect(status).toBe(200)
    await setLastVisit(server, reader.userId, hoursAgo(70))
    const text = await textFor(reader)
    expect(text).toContain(shown.title)
    expect(text).not.toContain(hiddenPost.title)
    expect(text).not.toContain(other.firstname)
  })

  it('is not included: messages, if the member has switched off message notifications', async () => {
    const reader = await asAbsentMember(server)
    const sendOne = () =>
      author.visitor.call(sendMessage, { body: { to: reader.userId, text: 'Bonsoir', tmpId: newId() } })
    await sendOne()
    const count = () =>
      server.db.selectFrom('notifications').select('id').where('user_id', '=', reader.userId).execute()
    await expect.poll(count, { timeout: 15_000 }).toHaveLength(1)
    await reader.visitor.call(setNotificationSwitches, { body: { message: false } })
    await setLastVisit(server, reader.userId, hoursAgo(70))
    await post()
    expect(await textFor(reader)).not.toContain('Messages pour vous')
  })
})
