import { expect, test } from 'vitest'
import { readDrawing } from './drawings.ts'
import { makeWorld } from './make-world.ts'
import { posts as texts } from './texts/posts.ts'

const idAt = (milliseconds: number, bytes: Uint8Array) => `${milliseconds}-${Buffer.from(bytes).toString('hex')}`
const worldOf = (day: string) => makeWorld({ now: new Date(`${day}T10:00:00Z`), idAt })

/** Every value of a field `id` within a world. */
const idsIn = (value: unknown): string[] => {
  if (value === null || typeof value !== 'object' || value instanceof Date) return []
  if (value instanceof Map) return idsIn([...value.values()])
  return Object.entries(value).flatMap(([key, each]) => (key === 'id' ? [each as string] : idsIn(each)))
}

test('the demo world of a day is always the same, and its people are the same on every day', () => {
  const world = worldOf('2026-10-05')
  expect(worldOf('2026-10-05')).toEqual(world)
  const names = ({ members }: typeof world) => [...members.byCommunity.values()].flat().map(({ person }) => person)
  for (const day of ['2026-01-01', '2026-07-14', '2028-02-29']) expect(names(worldOf(day))).toEqual(names(world))
})

test('every id in the demo world is unique', () => {
  const { communities, templates, members, deals, posts, chats } = worldOf('2026-10-05')
  const ids = idsIn([communities.city, communities.communities, templates, members, deals, posts, chats])
  expect(ids.length).toBeGreaterThan(1000)
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(['2026-01-15', '2026-04-15', '2026-07-15', '2026-10-15'])(
  'all references are valid in the world of %s',
  day => {
    const now = new Date(`${day}T10:00:00Z`)
    const { communities, templates, members, deals, posts } = worldOf(day)
    const known = new Set(idsIn([communities, templates, members.byCommunity, deals.deals]))
    const pictures = [communities, members, deals, posts].flatMap(part => part.pictures)
    for (const { drawing } of pictures) expect(readDrawing(drawing), drawing).toContain('<svg')
    const drawn = new Set(pictures.map(({ id }) => id))
    expect(posts.posts.length).toBeGreaterThan(texts.length / 2)
    for (const post of posts.posts) {
      const { templateId, dealId, placeId, authorId, group, photoId, at } = post
      for (const id of [templateId, dealId, placeId, authorId]) if (id) expect(known, group).toContain(id)
      if (photoId) expect(drawn, group).toContain(photoId)
      if (group === 'activity' || group === 'proposal') expect(templateId, post.id).not.toBeNull()
      expect(dealId !== null, post.id).toBe(group === 'gooddeal')
      for (const moment of [at, ...post.answers.map(answer => answer.at)])
        expect(moment.getTime(), post.id).toBeLessThanOrEqual(now.getTime())
    }
  },
)

test.each(['2026-01-15', '2026-07-15'])(
  'in the world of %s more people opened a deal than answered its posts, and no more people started its route than answered',
  day => {
    const { deals, members, posts, dealReads } = worldOf(day)
    const accountOf = new Map([...members.byCommunity.values()].flat().map(({ id, accountId }) => [id, accountId]))
    const counted = (dealId: string, kind: string) =>
      dealReads.filter(read => read.dealId === dealId && read.kind === kind).map(({ accountId }) => accountId)
    for (const { id } of deals.deals) {
      const answers = posts.posts.filter(({ dealId }) => dealId === id).flatMap(post => post.answers)
      const interested = new Set(answers.map(({ memberId }) => accountOf.get(memberId)))
      const [seen, routes] = [counted(id, 'seen'), counted(id, 'route')]
      expect(new Set(seen).size).toBe(seen.length)
      expect(new Set(routes).size).toBe(routes.length)
      expect(seen.length).toBeGreaterThan(interested.size)
      expect(routes.length).toBeLessThanOrEqual(interested.size)
      expect(seen).toEqual(expect.arrayContaining(routes))
    }
  },
)

const weekdays = [
  /dimanche|sunday/i,
  /lundi|monday/i,
  /mardi|tuesday/i,
  /mercredi|wednesday/i,
  /jeudi|thursday/i,
  /vendredi|friday/i,
  /samedi|saturday/i,
]
const week = Array.from({ length: 7 }, (_, n) => `2026-11-${16 + n}`)

test.each(week)(
  'in the world of %s a weekday named in a post is the weekday of its date, which is less than eight days after the post',
  day => {
    const dated = worldOf(day).posts.posts.filter(({ dateId }) => dateId && dateId !== 'together')
    let checkedCount = 0
    for (const { title, description, dateId, at } of dated) {
      const words = [title?.fr, description?.fr, title?.en, description?.en].join(' ')
      const namedWeekdays = weekdays.flatMap((name, n) => (name.test(words) ? [n] : []))
      if (namedWeekdays.length === 0) continue
      checkedCount++
      const postDate = new Date(`${dateId}T12:00:00Z`)
      expect(namedWeekdays, words).toContain(postDate.getUTCDay())
      expect(postDate.getTime() - at.getTime(), words).toBeLessThan(8 * 864e5)
    }
    expect(checkedCount).toBeGreaterThan(20)
  },
)

test.each(week)('in the world of %s two posts of the team are pinned until after their event', day => {
  const now = new Date(`${day}T10:00:00Z`)
  const { posts, members } = worldOf(day)
  const pinned = posts.posts.filter(({ pinnedUntil }) => pinnedUntil)
  expect(pinned).toHaveLength(2)
  for (const { pinnedUntil, startsAt, authorId, communityId, at } of pinned) {
    expect(pinnedUntil!.getTime()).toBeGreaterThan(now.getTime())
    expect(startsAt!.getTime()).toBeGreaterThan(now.getTime())
    expect(pinnedUntil!.getTime()).toBeGreaterThan(startsAt!.getTime())
    expect(now.getTime() - at.getTime()).toBeLessThan(864e5)
    expect(members.byCommunity.get(communityId)!.find(({ id }) => id === authorId)!.role).toBe('employee')
  }
})

test.each(['00:30', '10:00', '17:50', '18:00', '22:00', '23:20', '23:59'])(
  'a demo world made at %s has events that evening, which are in the future if it is made before 23:10',
  time => {
    const now = new Date(`2026-11-25T${time}:00+01:00`)
    const { communities, posts } = makeWorld({ now, idAt })
    const home = communities.communities[0]!.id
    const evening = new Date('2026-11-25T18:00:00+01:00')
    const from = time < '23:10' && now > evening ? now : evening
    const midnight = new Date('2026-11-26T00:00:00+01:00')
    const tonight = posts.posts.filter(
      ({ communityId, startsAt }) => communityId === home && startsAt && startsAt > from && startsAt < midnight,
    )
    expect(tonight.filter(({ dealId }) => dealId).length).toBeGreaterThan(0)
    expect(tonight.filter(({ dealId }) => !dealId).length).toBeGreaterThan(0)
  },
)

test.each([
  ['2026-03-29', '16:00', '+02:00'],
  ['2026-10-25', '20:40', '+01:00'],
])('a world made on %s, when the clocks change, has events later that day', (day, time, offset) => {
  const now = new Date(`${day}T${time}:00${offset}`)
  const { posts } = makeWorld({ now, idAt })
  const last = new Date(`${day}T23:45:00${offset}`)
  const today = posts.posts.filter(({ startsAt }) => startsAt && startsAt > now && startsAt < last)
  const minutes = today.map(({ startsAt }) => (startsAt!.getTime() - now.getTime()) / 60_000)
  expect(Math.min(...minutes)).toBeGreaterThanOrEqual(20)
  expect(Math.min(...minutes)).toBeLessThan(time < '18:00' ? 24 * 60 : 51)
})

test.each(['2026-01-15', '2026-07-15'])(
  'conversations in the world of %s have valid members, and their messages are in order and not in the future',
  day => {
    const now = new Date(`${day}T10:00:00Z`)
    const { members, chats } = worldOf(day)
    const people = new Set([...members.byCommunity.values()].flat().map(({ id }) => id))
    expect(chats.length).toBeGreaterThan(20)
    for (const { pair, members: inIt, messages } of chats) {
      for (const { userId } of [...inIt, ...messages]) expect(people).toContain(userId)
      expect(pair === null || pair[0] < pair[1]).toBe(true)
      const times = messages.map(({ at }) => at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.every(time => time <= now.getTime())).toBe(true)
    }
    // Any two people have at most one conversation.
    const pairs = chats.flatMap(({ pair }) => (pair ? pair.join() : []))
    expect(new Set(pairs).size).toBe(pairs.length)
  },
)
