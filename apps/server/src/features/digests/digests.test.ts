import { sendMessage } from '@parvis/contract/chat.ts'
import { getDigest, setDigest } from '@parvis/contract/digests.ts'
import { answerEvent } from '@parvis/contract/feed.ts'
import { logOut } from '@parvis/contract/session.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { formatDate, formatPastDay } from '#server/kernel/mail/mail-dates.ts'
import { addDeal } from '#server/testing/deals.ts'
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
import { sendDigest } from './send-digest.service.ts'

const monday = nextMonday()
let server: TestServer
let home: string
let author: DigestMember
beforeAll(async () => {
  server = await openTestServer('demo', { zone: 'Europe/Paris' })
  home = await server.communityId('les-tilleuls')
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

describe('a digest', () => {
  it('lists new posts and the events of today, with authors and links, in the language of the recipient', async () => {
    const reader = await asAbsentMember(server)
    const english = await asAbsentMember(server, { language: 'en' })
    const { id, title } = await post({ titleEn: 'The bench is painted' })
    const coming = await post({
      publishedAt: hoursAgo(24 * 10),
      title: 'Repas des voisins',
      dateId: monday,
      startsAt: null,
    })
    await post({
      publishedAt: hoursAgo(24 * 10),
      title: 'Crêpes',
      dateId: monday,
      startsAt: new Date(instantAt(monday, '12:30', 'Europe/Paris')),
      timeId: '12:30',
    })
    const [mail] = await digests(reader)
    expect(mail!.subject).toMatch(/^Les Tilleuls\u00a0: \d+ nouvelles? publications?$/)
    for (const body of [mail!.text, mail!.html]) {
      expect(body).toContain(title)
      expect(body).toContain(`${author.firstname} R. · Bâtiment B`)
      expect(body).toContain(`/les-tilleuls/actualites/publication?id=${id}`)
      expect(body).toContain('Repas des voisins')
      expect(body).toContain(`/les-tilleuls/actualites/publication?id=${coming.id}`)
      expect(body).toContain('/les-tilleuls/parametres')
      expect(body).toMatch(/\/recapitulatif#[\w-]{43}/)
    }
    // Each footer link is a touch target on its own line.
    expect(mail!.html).toMatch(/\/parametres"[^>]*padding:6px 0[^>]*>[^<]+<\/a><br>/)
    expect(mail!.text).toContain('chaque semaine en tant que membre')
    expect(mail!.text).toMatch(/\nChanger la fréquence\u00a0:\n\S+\/les-tilleuls\/parametres\n/)
    expect(mail!.text).toMatch(/\nNe plus recevoir ce récapitulatif\u00a0:\n\S+\/recapitulatif#[\w-]{43}$/)
    expect(mail!.text).toContain('- Repas des voisins\n  aujourd’hui\n')
    expect(mail!.text).toContain('- Crêpes\n  aujourd’hui à 12\u00a0h\u00a030\n')
    const [other] = await digests(english)
    expect(other!.subject).toMatch(/^Les Tilleuls: \d+ new posts?$/)
    expect(other!.text).toContain('The bench is painted')
    expect(other!.text).toContain(`${author.firstname} R. · Building B`)
    expect(other!.text).toContain('- Repas des voisins\n  today\n')
    expect(other!.text).toContain('- Crêpes\n  today, 12:30\n')
  })

  it('shows an excerpt of each post and the day on which it was published', async () => {
    const reader = await asAbsentMember(server)
    const long = await post({ description: `Il  sèche <encore>.\n${'Attention à la peinture. '.repeat(20)}` })
    const bare = await post()
    const old = await post({ publishedAt: hoursAgo(24 * 8) })
    await setLastVisit(server, reader.userId, hoursAgo(24 * 9))
    const [mail] = await digests(reader)
    const now = server.platform.clock.now()
    const day = formatPastDay('fr', hoursAgo(2), { now, timeZone: 'Europe/Paris' })
    expect(day).toBe('lundi')
    const itemOf = (title: string) => mail!.text.split('\n\n').find(item => item.startsWith(`- ${title}\n`))!
    const [, excerpt, detail] = itemOf(long.title).split('\n  ')
    expect(excerpt).toMatch(/^Il sèche <encore>\. Attention à la peinture\..* (?:à|la|peinture\.|Attention)…$/)
    expect([...excerpt!].length).toBeLessThanOrEqual(160)
    expect(detail).toBe(`${author.firstname} R. · Bâtiment B · ${day}`)
    expect(itemOf(bare.title).split('\n  ')[1]).toBe(detail)
    expect(itemOf(old.title)).toContain(formatDate('fr', hoursAgo(24 * 8), 'Europe/Paris'))
    expect(mail!.html).toContain('Il sèche &#60;encore&#62;. Attention')
  })

  it('names who has written and how many messages, without their text, and who has answered a post', async () => {
    const reader = await asAbsentMember(server)
    const mine = await post({ userId: reader.userId, title: 'Qui a une échelle ?' })
    await author.visitor.call(answerEvent, { params: { id: mine.id } })
    for (const text of ['Le code est 4711', 'Et la clé est dessous'])
      await author.visitor.call(sendMessage, { body: { to: reader.userId, text, tmpId: newId() } })
    const listPlaced = () =>
      server.db
        .selectFrom('notifications')
        .select(['kind'])
        .where('user_id', '=', reader.userId)
        .where('place', 'is not distinct from', 2)
        .execute()
    await expect.poll(listPlaced, { timeout: 15_000 }).toHaveLength(1)
    const [mail] = await digests(reader)
    expect(mail!.subject).toContain('2 messages')
    expect(mail!.text).toContain(`${author.firstname} R.\n  2 messages vous attendent\n`)
    expect(mail!.text).toContain(`${author.firstname} R. a répondu\n  Qui a une échelle ?`)
    for (const part of [mail!.text, mail!.html, mail!.subject]) expect(part).not.toMatch(/4711|dessous/)
  })

  it('lists five posts and counts those that it does not list', async () => {
    const reader = await asAbsentMember(server, { absentDays: 3 })
    await setLastVisit(server, reader.userId, hoursAgo(30))
    const all: string[] = []
    for (let at = 0; at < 25; at++) all.push((await post({ publishedAt: hoursAgo(1) })).title)
    const text = await textFor(reader)
    for (const title of all.slice(-5)) expect(text).toContain(`- ${title}\n`)
    expect(text).not.toContain(`- ${all[0]}\n`)
    const [, more] = /et (\d+) autres/.exec(text) ?? []
    const [, count] = /(\d+) nouvelles publications/.exec(text) ?? []
    expect(Number(more)).toBe(Number(count) - 5)
    expect(Number(count)).toBeGreaterThanOrEqual(25)
  })

  it('says "more than" when there are more than a hundred posts', async () => {
    const reader = await asAbsentMember(server)
    await setLastVisit(server, reader.userId, hoursAgo(30))
    for (let at = 0; at < 110; at++) await post({ publishedAt: hoursAgo(1) })
    const [mail] = await digests(reader)
    expect(mail!.subject).toMatch(/ plus de \d+ nouvelles publications$/)
    expect(mail!.text).toMatch(/et plus de \d+ autres/)
  })

  it('includes good deals only for members who have chosen a frequency', async () => {
    const [asked, usual] = [await asAbsentMember(server), await asAbsentMember(server)]
    const id = await addDeal(server)
    await server.db
      .updateTable('deals')
      .set({ approved_at: hoursAgo(3) })
      .where('id', '=', id)
      .execute()
    await asked.visitor.call(setDigest, { body: { rhythm: 'weekly' } })
    await setLastVisit(server, asked.userId, hoursAgo(70))
    await post()
    expect(await textFor(asked)).toContain(`/annonce?id=${id}`)
    expect(await textFor(usual)).not.toContain('/annonce')
    await server.db.updateTable('communities').set({ gooddeal: false }).where('id', '=', home).execute()
    await server.db.updateTable('digests').set({ told_until: null }).where('user_id', '=', asked.userId).execute()
    expect(await textFor(asked)).not.toContain('/annonce')
    await server.db.updateTable('communities').set({ gooddeal: true }).where('id', '=', home).execute()
  })
})

it('the time of the last visit is recorded and survives logging out', async () => {
  const { visitor, userId } = await asAbsentMember(server)
  const seen = async () =>
    (await server.db.selectFrom('visits').select('seen_at').where('user_id', '=', userId).executeTakeFirst())?.seen_at
  // The server records a visit only if the session was last marked as used some time ago.
  await server.db
    .updateTable('sessions')
    .set({ seen_at: hoursAgo(1) })
    .where('user_id', '=', userId)
    .execute()
  await visitor.call(getDigest)
  const now = server.platform.clock.now().getTime()
  await expect.poll(async () => now - (await seen())!.getTime()).toBeLessThan(60_000)
  await visitor.call(logOut)
  expect(await server.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).toEqual([])
  expect(await seen()).toBeDefined()
})

it('a digest that the mail server has refused is sent when the job runs again', async () => {
  const reader = await asAbsentMember(server)
  await post()
  const order = { communityId: home, userId: reader.userId, day: monday }
  const away = { ...server.platform, mailer: { send: () => Promise.reject(new Error('away')), close: () => {} } }
  await expect(sendDigest(away, order, newId())).rejects.toThrow('away')
  expect(await digests(reader)).toHaveLength(1)
})
