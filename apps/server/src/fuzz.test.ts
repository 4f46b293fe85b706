// Every call of the contract, asked in valid and broken ways by seed: FUZZ_REQUESTS=100000 for the long form.
import { errorStatus, type ErrorKey } from '@parvis/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seeded } from '@parvis/demo-world/random.ts'
import { newId } from './kernel/ids.ts'
import { newSecret } from './kernel/secrets.ts'
import { servedRoutes } from './kernel/http/serve.ts'
import type * as ChatQueries from './rooms/chat/chat.queries.ts'
import { addDeal } from './testing/deals.ts'
import { addEvent } from './testing/events.ts'
import { addMessages } from './testing/messages.ts'
import { tellFigures } from './testing/figures.ts'
import { asPerson } from './testing/people.ts'
import { plainPicture } from './testing/pictures.ts'
import { type Known, type MadeRequest, requestsFromContract } from './testing/requests-from-contract.ts'
import { DEMO_PASSWORD, openTestServer, type TestServer } from './testing/test-server.ts'
import { type FakeProvider, startWeatherProvider } from './testing/weather-provider.ts'

/** A fault for the checker to find: a call that throws what nobody expects. */
const faults = vi.hoisted(() => ({ throws: false }))
vi.mock('./rooms/chat/chat.queries.ts', async original => {
  const real = await original<typeof ChatQueries>()
  return {
    ...real,
    findNeighbors: (...given: Parameters<typeof real.findNeighbors>) => {
      if (faults.throws) throw new Error('select * from users failed')
      return real.findNeighbors(...given)
    },
  }
})

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 30000)
const SEED = Number(process.env.SEED ?? 14)
const AT_ONCE = 6
/** An answer that has not come by then is none: far more than a busy machine takes. */
const HANG_MS = 60_000

let server: TestServer
let weather: FakeProvider
beforeAll(async () => {
  weather = await startWeatherProvider()
  server = await openTestServer('demo', { settings: { weather: weather.settings('open-meteo') } })
})
afterAll(async () => {
  await server.close()
  await weather.leave()
})

/** Places in the source, statements and what PostgreSQL says: nothing of it is for callers. */
const inside =
  /\n\s+at |\.(?:ts|js):\d+|node_modules|file:\/\/|\bselect\b.+\bfrom\b|\binsert into\b|\bupdate\b.+\bset\b|SQLSTATE|duplicate key|violates|syntax error at|relation "|column "/i

interface Answer {
  statusCode: number
  body: string
  headers: Record<string, unknown>
}

/** What is wrong with an answer; null for nothing. */
/** Wrong at the door these are 401; within an open session, which stays, they are said of a field. */
const saidOfField: readonly ErrorKey[] = ['baduserpassword', 'codemissing', 'badcode']

const faultOf = ({ statusCode, body, headers }: Answer): string | null => {
  if (statusCode >= 500) return `${statusCode} ${body.slice(0, 100)}`
  if (statusCode < 400) return null
  if (inside.test(body)) return `${statusCode} tells of the inside: ${body.slice(0, 200)}`
  // a HEAD has no body
  if (body === '') return null
  if (!String(headers['content-type']).startsWith('application/json')) return `${statusCode} is no JSON`
  const { error } = JSON.parse(body) as { error?: { key?: ErrorKey } }
  if (error?.key && statusCode === 400 && saidOfField.includes(error.key)) return null
  return error?.key && errorStatus[error.key] === statusCode ? null : `${statusCode} ${body.slice(0, 100)}`
}

const knownThings = async (userId: string): Promise<{ known: Known; goodDeals: string[] }> => {
  const { db, communityId } = server
  const ids = async (
    table:
      | 'template_categories'
      | 'templates'
      | 'places'
      | 'channels'
      | 'sessions'
      | 'deals'
      | 'media'
      | 'users'
      | 'cities',
  ) => (await db.selectFrom(table).select('id').limit(20).execute()).map(({ id }) => id)
  const home = await communityId('les-tilleuls')
  const events = await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      addEvent(server, { userId: at % 2 ? userId : newUser, description: 'Bonjour' }),
    ),
  )
  const media = await ids('media')
  const templates = await ids('templates')
  const { category_id } = await db.selectFrom('templates').select('category_id').limit(1).executeTakeFirstOrThrow()
  const own = await Promise.all(
    Array.from({ length: 10 }, async (_, position) => {
      const id = newId()
      await db
        .insertInto('templates')
        .values({
          id,
          community_id: home,
          category_id,
          type: 'Activity',
          name: 'Note',
          description: 'x',
          picto: 'memo',
          position,
        })
        .execute()
      return id
    }),
  )
  const neighbors = (
    await db
      .selectFrom('users')
      .select(['id', 'pseudo'])
      .where('community_id', '=', home)
      .where('role', '=', 'neighbor')
      .limit(10)
      .execute()
  ).concat({ id: newUser, pseudo: 'nobody' })
  const people = neighbors.map(({ id }) => id)
  const messages = await addMessages(server, home, newUser, userId, 30)
  const goodDeals = await Promise.all(Array.from({ length: 10 }, () => addDeal(server)))
  const dealCategories = (await db.selectFrom('deal_categories').select('id').execute()).map(({ id }) => id)
  const { custom_uri } = await db.selectFrom('deals').select('custom_uri').limit(1).executeTakeFirstOrThrow()
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const days = [dayIn(4), dayIn(24)]
  const known = {
    id: [
      ...events,
      ...events,
      ...events,
      ...own,
      ...own,
      ...messages,
      ...people,
      ...people,
      ...templates.slice(0, 5),
      ...media.slice(0, 5),
      ...goodDeals,
      ...goodDeals,
      newId(),
    ],
    to: [null, ...days, ...days, ...days, ...people, ...people],
    userId: [null, ...people],
    pseudo: [null, ...neighbors.map(({ pseudo }) => pseudo)],
    eventId: [null, null, null, ...events.slice(0, 5)],
    text: ['Bonjour', 'Merci', ''],
    image: [null, null, null, '/media/x'],
    location: [null, null, { latitude: 45.9, longitude: 6.1 }],
    templateId: [...own, ...templates],
    categoryId: [category_id, category_id, ...(await ids('template_categories')), ...dealCategories, ...dealCategories],
    groupId: [null],
    goodDealId: [null, null, null, ...(await ids('deals'))],
    dateId: [null, 'now', 'together', '2026-02-30'],
    timeId: [null, null, '10:00'],
    choiceId: [null],
    locationId: [null, null, ...(await ids('places'))],
    equipmentId: [null, null, ...(await ids('places'))],
    channelId: [null],
    category: [null],
    picto: ['memo'],
    from: [...days, '21:30'],
    until: [null, null, '07:00'],
    communityId: [home, home, await communityId('residence-du-lac')],
    idOrUri: ['les-tilleuls', home, 'residence-du-lac'],
    email: ['neighbor@demo.example', 'nobody@demo.example', 'é@x'],
    password: [DEMO_PASSWORD, 'wrong'],
    deviceId: [newSecret(), device],
    registerkey: ['GARE-DEMO-2026', 'x'],
    filter: ['all', 'my', 'community', 'welcome', ...(await ids('template_categories'))],
    channelsIds: [[], await ids('channels')],
    photoUri: [null, ...media.map(id => `/media/${id}`), '/media/x', '//x'],
    youtubeVideoId: ['dQw4w9WgXcQ', null],
    cityUri: ['annecy'],
    cityId: await ids('cities'),
    adUri: [custom_uri],
    name: ['waving-hand.svg', 'x'],
    page: [1, 2, 51, 10 ** 9],
    cursor: ['x', ''],
    size: ['thumb', 'card', 'full'],
    _id: [...(await ids('sessions')), ...goodDeals],
    loc: [
      { type: 'Point', coordinates: [6.1, 45.9] },
      { type: 'Point', coordinates: [6.2, 45.8] },
      { type: 'Point', coordinates: [999, 0] },
    ],
    title: ['Pain du matin', 'Été', ''],
    startDate: [null, days[0], '0000-01-01'],
    endDate: [null, days[1], '2026-02-30'],
    phone: [null, '+33 4 50 00 12 01', 'x'],
    webSiteUrl: [null, 'four.example', 'javascript:1'],
    fbUrl: [null, 'https://social.example/four'],
    mapPhotoUri: [null, null, '/media/x'],
    choices: [[], [{ name: 'Samedi' }]],
    description: ['Bonjour', 'Un vélo à prêter', ''],
  }
  return { known, goodDeals }
}
const device = newSecret()
let newUser: string

/** Calls that end sessions: they are made with one that nothing else needs. */
const endsSessions = (path: string) =>
  path.startsWith('/api/auth') || path === '/api/user/sessions' || path === '/api/register'

/**
 * What asks for a thing that random words hardly name, as a file of one kind, a stay or a post of one's own, a
 * browser's subscription, or for an installation without a community.
 */
const rarelyReached =
  /^(GET \/metrics|POST \/media\/link|POST \/api\/booking|POST \/api\/push-token|PUT \/events\/(pin|:id)|GET \/calendar|GET \/events\/ics\/|DELETE|POST \/api\/auth|POST \/api\/user\/(undo|export)$|GET \/api\/user\/export\/file|(POST|PUT) \/(templates|gooddeals)(\/:id)?$|PUT \/api\/user|POST \/admin\/setup|PUT \/admin\/community\/welcome|PUT \/communities\/map|GET \/communities\/:id\/welcome|[A-Z]+ \/admin\/\w+\/:id)/

const fuzz = async (requests: number) => {
  const random = seeded(SEED)
  const person = async (
    name: string,
    role: 'neighbor' | 'administrator' | 'advertiser' = 'neighbor',
    community = 'les-tilleuls',
    needUpdate = false,
  ) => asPerson(server, { email: `${name}-${newId()}@fuzz.example`, role, community, needUpdate })
  const neighbor = await person('neighbor')
  newUser = (await person('other')).userId
  const cookies = [
    null,
    neighbor,
    neighbor,
    // more may be done wrong by who may do more
    ...(await Promise.all(['one', 'another', 'third'].map(name => person(name, 'administrator')))),
    await person('advertiser', 'advertiser'),
    await person('lake', 'neighbor', 'residence-du-lac'),
    await person('new', 'neighbor', 'les-tilleuls', true),
  ].map(one => one?.visitor.cookies.get('parvis'))
  // an administrator among the callers gives it keys that nobody knows
  const openDoor = () =>
    server.db
      .updateTable('communities')
      .set({ register_key: null, former_register_key: null })
      .where('custom_uri', '=', 'les-tilleuls')
      .execute()
  // nor does what some switch off, end and take away stay so for the others
  const restore = async () => {
    await server.db
      .updateTable('communities')
      .set({ accept_posts: true, subscribe: true, gooddeal: true, weather: true })
      .where('custom_uri', '=', 'les-tilleuls')
      .execute()
    await server.db.updateTable('deals').set({ ends_at: null, starts_at: null, refused_at: null }).execute()
    const there = new Set((await server.db.selectFrom('deals').select('id').execute()).map(({ id }) => id))
    for (const [at, id] of goodDeals.entries()) {
      if (there.has(id)) continue
      const next = await addDeal(server)
      goodDeals[at] = next
      for (const names of [known.id, known._id] as string[][])
        for (const [place, name] of names.entries()) if (name === id) names[place] = next
    }
  }
  const guest = (await server.asGuest()).cookies.get('parvis')
  let spare = await person('spare')
  const png = await plainPicture(30, 20).png().toBuffer()
  const { known, goodDeals } = await knownThings(neighbor.userId)
  const maker = requestsFromContract(random, known, [png, png.subarray(0, 60), Buffer.from('<svg/>'), Buffer.alloc(0)])
  // what the measuring itself is asked says nothing of callers
  const routes = servedRoutes.get(server.app)!
  const found: string[] = []
  const statuses = new Map<number, number>()
  const reached = new Set<string>()

  const send = async (made: MadeRequest, token: string | undefined) => {
    const { headers, ...request } = made
    const given = {
      host: 'parvis.test',
      origin: 'http://parvis.test',
      ...(token && { cookie: `parvis=${token}` }),
      ...headers,
    }
    const answer = server.app.inject({ ...request, headers: given, method: request.method as 'GET' })
    const late = new Promise<null>(done => void setTimeout(done, HANG_MS, null).unref())
    return Promise.race([answer, late])
  }

  for (let count = 0; count < requests; count += AT_ONCE) {
    if (count % 60 === 0) {
      await server.db.deleteFrom('attempts').where('bucket', 'not like', 'login%').execute()
      await openDoor()
    }
    if (count % 600 === 0) {
      spare = await person('spare')
      await server.db.deleteFrom('upload_days').execute()
      // who has blocked everybody reaches nobody
      await server.db.deleteFrom('user_blocks').execute()
      await restore()
      server.platform.bus.announce('actor.changed', { communityIds: [await server.communityId('les-tilleuls')] })
    }
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, at) => {
        const route = routes[(count + at) % routes.length]!
        const made = maker.make(route)
        const token = endsSessions(route.path) ? spare.visitor.cookies.get('parvis') : random.pick([...cookies, guest])
        const answer = await send(made, token).catch((error: Error) => ({
          statusCode: 599,
          body: error.message,
          headers: {},
        }))
        const told = `${made.method} ${made.url.slice(0, 120)}`
        if (!answer) return found.push(`${told}: no answer`)
        statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
        if (answer.statusCode < 400) reached.add(`${route.method} ${route.path}`)
        const fault = faultOf(answer)
        if (fault) found.push(`${told}: ${fault}`)
        // what was published can be asked for
        if (route.path === '/events/publish' && answer.statusCode === 200)
          (known.id as string[])[random.int(0, 20)] = (JSON.parse(answer.body) as { _id: string })._id
      }),
    )
  }
  const unreached = routes.map(({ method, path }) => `${method} ${path}`).filter(route => !reached.has(route))
  return { found: [...new Set(found)], statuses, unreached }
}

describe('fuzzed calls', () => {
  it(
    `${REQUESTS} of them are all answered, with nothing that is ours alone`,
    async () => {
      const { found, statuses, unreached } = await fuzz(REQUESTS)
      expect(found.slice(0, 20)).toEqual([])
      // a fuzz that never gets in says little
      expect(unreached.filter(route => !rarelyReached.test(route))).toEqual([])
      if (process.env.FUZZ_REQUESTS)
        tellFigures('fuzzed calls', SEED, { requests: REQUESTS, statuses: Object.fromEntries(statuses), faults: 0 })
    },
    60_000 + REQUESTS * 30,
  )

  it('would be found out if one of them threw', async () => {
    faults.throws = true
    const { found } = await fuzz(500)
    faults.throws = false
    expect(found.some(line => line.includes('GET /messages/neighbors: 500'))).toBe(true)
  }, 60_000)

  it.each([
    '{"error":{"key":"badrequest"},"stack":"Error\\n    at main.ts:3"}',
    '{"error":{"key":"badrequest"},"message":"insert into events values"}',
    '{"error":{"key":"nosession"}}',
    '{"message":"Bad Request"}',
  ])('would be found out by %s', body => {
    expect(
      faultOf({ statusCode: 400, body: body.replace('\\n', '\n'), headers: { 'content-type': 'application/json' } }),
    ).not.toBeNull()
  })
})
