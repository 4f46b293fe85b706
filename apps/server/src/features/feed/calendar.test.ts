import {
  changeCalendarAddress,
  getCalendarAddress,
  getCalendarFile,
  getEventFile,
  listCalendar,
  listCalendarDays,
  makeCalendarAddress,
  stopCalendarAddress,
} from '@parvis/contract/calendar.ts'
import { answerEvent, getEvent } from '@parvis/contract/feed.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import ICAL from 'ical.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addEvent, type NewEvent } from '#server/testing/events.ts'
import { addPerson, userIdOf } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

const ZONE = 'Europe/Paris'
const DAY_MS = 86_400_000
let server: TestServer
let me: Visitor
let author: Visitor
let authorId: string

beforeAll(async () => {
  server = await openTestServer('demo', { zone: 'Europe/Paris' })
  me = await server.as('neighbor')
  author = await server.as('neighbor2')
  authorId = await userIdOf(author)
})
afterEach(() => {
  server.clock.aheadMs = 0
})
afterAll(() => server.close())

const dayIn = (days: number) => dayAt(Date.now() + days * DAY_MS, ZONE)
const add = (event: Partial<NewEvent> & { day: string; time?: string }) =>
  addEvent(server, {
    userId: authorId,
    group: 'activity',
    dateId: event.day,
    timeId: event.time ?? null,
    startsAt: new Date(instantAt(event.day, event.time ?? '00:00', ZONE)),
    ...event,
  })
const all = async (visitor = me, filter?: 'my' | 'like' | 'activity') => {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const { docs, cursor: next } = (
      await visitor.call(listCalendar, { query: { ...(filter && { filter }), ...(cursor && { cursor }) } })
    ).answer
    ids.push(...docs.map(({ _id }) => _id))
    cursor = next ?? undefined
  } while (cursor)
  return ids
}
/** Parses a file with a library other than the one that writes it. */
const read = (text: string) => new ICAL.Component(ICAL.parse(text) as never).getAllSubcomponents('vevent')
const textAt = async (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url: new URL(url, 'http://parvis.test').pathname, headers })
const fileOf = async (id: string, lang: 'fr' | 'en' = 'fr', visitor = me) => {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return server.app.inject({ method: 'GET', url: `/events/ics/${id}?lang=${lang}`, headers: { cookie } })
}

it('a calendar file contains no control characters and no separators that programs treat as line breaks', async () => {
  const description = 'Premier\r\nDeuxième\u000bEND:VEVENT\u0085END:VEVENT\u2028END:VEVENT\u0007\tfin'
  const id = await addEvent(server, {
    userId: authorId,
    title: 'Un\u000btitre',
    description,
    dateId: dayIn(2),
    timeId: '18:30',
    startsAt: new Date(instantAt(dayIn(2), '18:30', ZONE)),
  })
  const { body } = await fileOf(id)
  const unprintable = (sign: string) => /[\p{Cc}\u2028\u2029]/u.test(sign) && !/[\r\n\t]/.test(sign)
  expect([...body].filter(unprintable)).toEqual([])
  const [event] = read(body)
  expect(event!.getFirstPropertyValue('summary')).toBe('Un titre')
  expect(event!.getFirstPropertyValue('description')).toBe('Premier\nDeuxième END:VEVENT END:VEVENT END:VEVENT \tfin')
})

describe('the calendar of a community', () => {
  it('lists dated events that are not over in pages, ordered by their start', async () => {
    const late = await add({ day: dayIn(20), time: '18:30' })
    const early = await add({ day: dayIn(2), time: '09:00' })
    const wholeDay = await add({ day: dayIn(2), group: 'like' })
    const without = [
      await add({ day: dayIn(2), group: 'weather' }),
      await addEvent(server, { userId: authorId, dateId: 'together' }),
      await addEvent(server, { userId: authorId, dateId: 'now' }),
      await add({ day: dayIn(-1) }),
    ]
    for (let n = 0; n < 25; n++) await add({ day: dayIn(5), time: '10:00', title: `Le même matin ${n}` })
    const ids = await all()
    expect(ids).toHaveLength(new Set(ids).size)
    expect([wholeDay, early, late].map(id => ids.indexOf(id))).toEqual(
      [wholeDay, early, late].map(id => ids.indexOf(id)).toSorted((a, b) => a - b),
    )
    for (const id of [late, early, wholeDay]) expect(ids).toContain(id)
    for (const id of without) expect(ids).not.toContain(id)
    const { docs } = (await me.call(listCalendar)).answer
    expect(docs).toEqual(
      await Promise.all(docs.map(async ({ _id }) => (await me.call(getEvent, { params: { id: _id } })).answer)),
    )
    expect((await me.call(listCalendar, { query: { cursor: 'x' } })).error.key).toBe('badrequest')
    expect(await all(me, 'like')).toContain(wholeDay)
    expect(await all(me, 'like')).not.toContain(early)
  })

  it('omits an event from four hours after its start, and one without a time from the end of its day', async () => {
    const today = dayIn(0)
    const timed = await addEvent(server, {
      userId: authorId,
      group: 'activity',
      dateId: today,
      timeId: '12:00',
      startsAt: new Date(Date.now() - 3.9 * 3_600_000),
    })
    const wholeDay = await add({ day: today })
    expect(await all()).toEqual(expect.arrayContaining([timed, wholeDay]))
    server.clock.aheadMs = 0.2 * 3_600_000
    expect(await all()).not.toContain(timed)
    server.clock.aheadMs = instantAt(dayIn(1), '00:00', ZONE) - Date.now() + 1000
    expect(await all()).not.toContain(wholeDay)
  })

  it('filters by events that the viewer wrote or answered, and contains no events of another community', async () => {
    const answered = await add({ day: dayIn(3), time: '19:00' })
    const other = await add({ day: dayIn(3), time: '20:00' })
    await me.call(answerEvent, { params: { id: answered } })
    expect(await all(me, 'my')).toContain(answered)
    expect(await all(me, 'my')).not.toContain(other)
    expect(await all(author, 'my')).toEqual(expect.arrayContaining([answered, other]))
    await addPerson(server, { email: 'gare@test.example', password: 'parvis-demo', community: 'quartier-de-la-gare' })
    const stranger = await server.as('gare@test.example', 'quartier-de-la-gare')
    expect(await all(stranger)).not.toContain(answered)
  })

  it('counts events per local day of the community, also when the clocks change', async () => {
    // The night in which the clocks go back has 25 hours.
    for (const time of ['00:30', '23:30']) await add({ day: '2031-10-26', time })
    await add({ day: '2031-10-27' })
    const days = (await me.call(listCalendarDays, { query: { from: '2031-10-20', to: '2031-10-27' } })).answer
    expect(days).toEqual([
      { day: '2031-10-26', count: 2 },
      { day: '2031-10-27', count: 1 },
    ])
    for (const query of [
      { from: '2031-10-27', to: '2031-10-20' },
      { from: '2031-01-01', to: '2031-12-31' },
    ])
      expect((await me.call(listCalendarDays, { query })).error.key).toBe('badrequest')
  })
})

describe('a calendar file', () => {
  it('contains the title, text, id and times of the event in the requested language, as another parser reads them', async () => {
    const id = await add({
      day: '2031-10-26',
      time: '18:30',
      title: 'Apéro, sous le tilleul; venez',
      titleEn: 'Drinks under the lime tree',
      description: 'Une ligne\nune autre',
    })
    const reply = await fileOf(id)
    expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8')
    const [event] = read(reply.body)
    const of = (name: string) => event!.getFirstPropertyValue(name)
    expect([of('summary'), of('description'), of('uid'), of('sequence')]).toEqual([
      'Apéro, sous le tilleul; venez',
      'Une ligne\nune autre',
      `${id}@parvis`,
      1,
    ])
    expect(String(of('url'))).toContain(`/detail-publication?id=${id}`)
    expect((of('dtstart') as ICAL.Time).toJSDate().toISOString()).toBe('2031-10-26T17:30:00.000Z')
    expect((of('dtend') as ICAL.Time).toJSDate().toISOString()).toBe('2031-10-26T19:30:00.000Z')
    expect(read((await fileOf(id, 'en')).body)[0]!.getFirstPropertyValue('summary')).toBe('Drinks under the lime tree')
    expect((await fileOf(id)).body).toBe(reply.body)
  })

  it('contains only dates for an event that lasts a whole day', async () => {
    const id = await add({ day: '2031-03-30' })
    const [event] = read((await fileOf(id)).body)
    const [start, end] = ['dtstart', 'dtend'].map(name => event!.getFirstPropertyValue(name) as ICAL.Time)
    expect([start!.isDate, String(start), String(end)]).toEqual([true, '2031-03-30', '2031-03-31'])
  })

  it('can be requested for all events; a post without a date has no file and returns 404', async () => {
    expect((await fileOf(await addEvent(server, { userId: authorId }))).statusCode).toBe(404)
    const reply = await me.send({ method: 'GET', url: '/events/ics' })
    expect(reply.status).toBe(200)
    expect(getCalendarFile.path).toBe('/events/ics')
    expect(getEventFile.access).toBe('session')
  })
})

describe('a secret calendar URL', () => {
  const make = async (visitor = me, onlyMine = false) =>
    (await visitor.call(makeCalendarAddress, { body: { onlyMine, lang: 'fr' } })).answer

  it('works without a session, is stored as a hash, and returns 304 for an unchanged calendar', async () => {
    const { url, since } = await make()
    const secret = /\/calendar\/([\w-]{43})\.ics$/.exec(url)![1]!
    expect((await me.call(getCalendarAddress)).answer).toEqual({ since, onlyMine: false })
    const rows = JSON.stringify(await server.db.selectFrom('calendar_addresses').selectAll().execute())
    expect(rows).not.toContain(secret)
    const id = await add({ day: dayIn(4), time: '18:00', title: 'Au calendrier' })
    const first = await textAt(url)
    expect(read(first.body).map(event => event.getFirstPropertyValue('uid'))).toContain(`${id}@parvis`)
    const again = await textAt(url, { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await author.call(answerEvent, { params: { id } })
    // Past events remain in a subscribed calendar for 30 days.
    server.clock.aheadMs = 20 * DAY_MS
    expect((await textAt(url)).body).toContain(id)
    server.clock.aheadMs = 36 * DAY_MS
    expect((await textAt(url)).body).not.toContain(id)
  })

  it('contains only events that its owner wrote or answered, if the owner has chosen so', async () => {
    const { url } = await make(me, true)
    const [mine, other] = [await add({ day: dayIn(4) }), await add({ day: dayIn(4) })]
    await me.call(answerEvent, { params: { id: mine } })
    expect((await textAt(url)).body).toContain(mine)
    expect((await textAt(url)).body).not.toContain(other)
    await me.call(changeCalendarAddress, { body: { onlyMine: false } })
    expect((await textAt(url)).body).toContain(other)
  })

  it('returns 404 once it is replaced or removed, and while its owner may not log in', async () => {
    const { userId } = await addPerson(server, {
      email: 'agenda@test.example',
      password: 'parvis-demo',
      community: 'les-tilleuls',
    })
    const owner = await server.as('agenda@test.example')
    const { url: old } = await make(owner)
    const { url } = await make(owner)
    expect([(await textAt(old)).statusCode, (await textAt(url)).statusCode]).toEqual([404, 200])
    const setDisabled = (at: Date | null) =>
      server.db.updateTable('users').set({ disabled_at: at }).where('id', '=', userId).execute()
    await setDisabled(new Date())
    expect((await textAt(url)).statusCode).toBe(404)
    await setDisabled(null)
    expect((await textAt(url)).statusCode).toBe(200)
    expect((await owner.call(stopCalendarAddress)).answer).toEqual({ since: null, onlyMine: false })
    expect((await textAt(url)).statusCode).toBe(404)
    expect((await owner.call(changeCalendarAddress, { body: { onlyMine: true } })).error.key).toBe('error404')
  })

  it('is removed with its owner', async () => {
    const { userId } = await addPerson(server, {
      email: 'parti@test.example',
      password: 'parvis-demo',
      community: 'les-tilleuls',
    })
    const { url } = await make(await server.as('parti@test.example'))
    await server.db.deleteFrom('sessions').where('user_id', '=', userId).execute()
    await server.db.deleteFrom('users').where('id', '=', userId).execute()
    expect((await textAt(url)).statusCode).toBe(404)
  })

  it('is rate limited for unknown secrets, without refusing valid ones', async () => {
    const { url } = await make()
    const guess = async (n: number) => (await textAt(`/calendar/${'x'.repeat(40)}${100 + n}.ics`)).statusCode
    const statuses: number[] = []
    for (let n = 0; n < 70; n++) statuses.push(await guess(n))
    expect(new Set(statuses.slice(0, 50))).toEqual(new Set([404]))
    expect(statuses.at(-1)).toBe(429)
    expect((await textAt(url)).statusCode).toBe(200)
  })
})
