import { getCurrentCommunity, getCurrentNeighborhood } from '@parvis/contract/community.ts'
import { type ErrorKey, errorStatus } from '@parvis/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from './kernel/ids.ts'
import { newSecret } from './kernel/secrets.ts'
import { serve, servedRoutes } from './kernel/http/serve.ts'
import { openSession } from './rooms/session/session.service.ts'
import { addEvent } from './testing/events.ts'
import { multipartOf } from './testing/multipart.ts'
import { plainPicture } from './testing/pictures.ts'
import { DEMO_PASSWORD, openTestServer, type TestServer, type Visitor } from './testing/test-server.ts'

/**
 * Who may call what. A cell is the key of the refusal, or a dot for an answer. `newcomer` has yet to save the profile;
 * `stranger` is an administrator of another community. What is asked for belongs to the community of all the others; the deal
 * that waits is the advertiser's. A route may have several rows, told apart by what stands in brackets.
 */
const tableOfRights = `
                                                    | nobody       | guest          | neighbor  | advertiser | employee  | administrator | webmaster | newcomer  | stranger
GET /api/auth                                       | unauthorized | .              | .         | .          | .         | .             | .         | .         | .
POST /api/auth                                      | .            | .              | .         | .          | .         | .             | .         | .         | .
POST /api/auth/signup/guest                         | .            | .              | .         | .          | .         | .             | .         | .         | .
POST /api/auth/guest                                | .            | .              | .         | .          | .         | .             | .         | .         | .
DELETE /api/auth                                    | nosession    | .              | .         | .          | .         | .             | .         | .         | .
GET /api/user/sessions                              | nosession    | .              | .         | .          | .         | .             | .         | forbidden | .
DELETE /api/user/sessions                           | nosession    | .              | .         | .          | .         | .             | .         | forbidden | .
DELETE /api/user/sessions (another's)               | nosession    | error404       | error404  | error404   | error404  | error404      | error404  | forbidden | error404
GET /communities                                    | .            | .              | .         | .          | .         | .             | .         | .         | .
GET /communities/:idOrUri                           | .            | .              | .         | .          | .         | .             | .         | .         | .
GET /neighborhoods/current                          | nosession    | .              | .         | .          | .         | .             | .         | forbidden | .
GET /events                                         | nosession    | .              | .         | .          | .         | .             | .         | forbidden | .
GET /events/details/:id                             | nosession    | .              | .         | .          | .         | .             | .         | forbidden | error404
GET /events/community/:id                           | .            | .              | .         | .          | .         | .             | .         | .         | .
GET /events/community/:id (nobody's)                | error404     | error404       | error404  | error404   | error404  | error404      | error404  | error404  | error404
GET /events/details/:id (another community's)       | nosession    | error404       | error404  | error404   | error404  | error404      | error404  | forbidden | .
POST /events/publish                                | nosession    | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
PUT /events/:id (the neighbor's)                    | nosession    | guestforbidden | .         | forbidden  | forbidden | forbidden     | forbidden | forbidden | error404
PUT /events/:id (another community's)               | nosession    | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | .
DELETE /events/:id (the neighbor's)                 | nosession    | guestforbidden | .         | forbidden  | forbidden | .             | .         | forbidden | error404
DELETE /events/:id (another community's)            | nosession    | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | .
POST /events/interested/:id (the neighbor's)        | nosession    | guestforbidden | forbidden | .          | .         | .             | .         | forbidden | error404
POST /events/interested/:id (another community's)   | nosession    | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | forbidden
POST /events/uninterested/:id (the neighbor's)      | nosession    | guestforbidden | forbidden | .          | .         | .             | .         | forbidden | error404
POST /events/uninterested/:id (another community's) | nosession    | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | forbidden
PUT /events/flag/:id (the neighbor's)               | nosession    | guestforbidden | forbidden | .          | .         | .             | .         | forbidden | error404
PUT /events/flag/:id (another community's)          | nosession    | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | forbidden
GET /messages/users/:id (the neighbor's)            | nosession    | guestforbidden | .         | forbidden  | forbidden | .             | .         | forbidden | error404
GET /messages/users/:id (another community's)       | nosession    | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | .
GET /messages/neighbors                             | nosession    | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
GET /gooddeals/categories                           | nosession    | .              | .         | .          | .         | .             | .         | forbidden | .
GET /gooddeals/community                            | nosession    | .              | .         | .          | .         | .             | .         | forbidden | .
GET /gooddeals                                      | .            | .              | .         | .          | .         | .             | .         | .         | .
GET /gooddeals (waits)                              | error404     | error404       | error404  | .          | error404  | .             | .         | error404  | error404
GET /media/:id/:size (public)                       | .            | .              | .         | .          | .         | .             | .         | .         | .
GET /media/:id/:size (community)                    | error404     | .              | .         | .          | .         | .             | .         | error404  | error404
GET /media/:id/:size (conversation)                 | error404     | error404       | error404  | error404   | error404  | error404      | error404  | error404  | error404
POST /media                                         | nosession    | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
GET /media/:id/:size (the neighbor's, unused)       | error404     | error404       | .         | error404   | error404  | error404      | error404  | error404  | error404
GET /media/picto/:name                              | .            | .              | .         | .          | .         | .             | .         | .         | .
GET /healthz                                        | .            | .              | .         | .          | .         | .             | .         | .         | .
GET /readyz                                         | .            | .              | .         | .          | .         | .             | .         | .         | .
GET /metrics                                        | .            | .              | .         | .          | .         | .             | .         | .         | .
GET /metrics (from elsewhere)                       | error404     | error404       | error404  | error404   | error404  | error404      | error404  | error404  | error404
GET /docs/api                                       | .            | .              | .         | .          | .         | .             | .         | .         | .
`

interface Row {
  name: string
  route: string
  cells: Map<string, string>
}

const readTable = (text: string): Row[] => {
  const [head, ...lines] = text
    .trim()
    .split('\n')
    .map(line => line.split('|').map(cell => cell.trim()))
  const columns = head!.filter(cell => cell !== '')
  return lines.map(([name, ...cells]) => ({
    name: name!,
    route: name!.replace(/ ?\(.*/, ''),
    cells: new Map(columns.map((column, at) => [column, cells[at]!])),
  }))
}

const rows = readTable(tableOfRights)
type Request = Parameters<Visitor['send']>[0]
type Calls = Record<string, () => Request | Promise<Request>>

const json = (method: string, url: string, body: unknown): Request => ({
  method,
  url,
  payload: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

/** The objects that the calls ask for, and how each row of the table is called. */
const makeCalls = async (server: TestServer): Promise<Calls> => {
  const { db, communityId } = server
  const home = await communityId('les-tilleuls')
  const photo = async (kind: 'public' | 'community') =>
    (
      await db
        .selectFrom('media')
        .select('id')
        .where('class', '=', kind)
        .where('community_id', kind === 'public' ? 'is not' : '=', kind === 'public' ? null : home)
        .limit(1)
        .executeTakeFirstOrThrow()
    ).id
  const secret = newId()
  await db
    .insertInto('media')
    .values({
      id: secret,
      class: 'conversation',
      community_id: home,
      width: 1,
      height: 1,
      thumbhash: '',
      alt: null,
      alt_en: null,
    })
    .execute()
  const [shown, waiting] = await db.selectFrom('deals').select('id').where('community_id', '=', home).limit(2).execute()
  await db.updateTable('deals').set({ approved_at: null }).where('id', '=', waiting!.id).execute()
  const { id: someSession } = await db.selectFrom('sessions').select('id').limit(1).executeTakeFirstOrThrow()
  const device = newSecret()
  const get = (url: string) => () => ({ method: 'GET', url })
  const neighbor = await db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .select('u.id')
    .where('a.email', '=', 'neighbor@demo.example')
    .executeTakeFirstOrThrow()
  const foreigner = await db
    .selectFrom('users')
    .select('id')
    .where('community_id', '=', await communityId('quartier-de-la-gare'))
    .where('role', '=', 'administrator')
    .executeTakeFirstOrThrow()
  // A post of its own for each cell: some calls remove it.
  const makeNeighborsPost = () => addEvent(server, { userId: neighbor.id, description: 'Bonjour' })
  const makeForeignPost = () =>
    addEvent(server, { userId: foreigner.id, community: 'quartier-de-la-gare', description: 'Bonjour' })
  const aboutPosts = (route: string, callFor: (id: string) => Request): Calls => ({
    [`${route} (the neighbor's)`]: async () => callFor(await makeNeighborsPost()),
    [`${route} (another community's)`]: async () => callFor(await makeForeignPost()),
  })
  const picture = await plainPicture(8, 8).png().toBuffer()
  const unused = newId()
  await db
    .insertInto('media')
    .values({
      id: unused,
      class: 'community',
      community_id: home,
      user_id: neighbor.id,
      unused_since: new Date(),
      width: 1,
      height: 1,
      thumbhash: '',
    })
    .execute()
  await server.platform.storage.put(`${unused}/thumb`, picture)
  const [publicPhoto, ownPhoto] = [await photo('public'), await photo('community')]
  return {
    'GET /api/auth': get('/api/auth'),
    'POST /api/auth': () =>
      json('POST', '/api/auth', { email: 'neighbor2@demo.example', password: DEMO_PASSWORD, communityId: home }),
    'POST /api/auth/signup/guest': () =>
      json('POST', '/api/auth/signup/guest', { communityId: home, deviceId: device }),
    'POST /api/auth/guest': () => json('POST', '/api/auth/guest', { communityId: home, deviceId: device }),
    'DELETE /api/auth': () => ({ method: 'DELETE', url: '/api/auth' }),
    'GET /api/user/sessions': get('/api/user/sessions'),
    'DELETE /api/user/sessions': () => ({ method: 'DELETE', url: '/api/user/sessions' }),
    "DELETE /api/user/sessions (another's)": () => ({ method: 'DELETE', url: `/api/user/sessions?_id=${someSession}` }),
    'GET /communities': get('/communities'),
    'GET /communities/:idOrUri': get('/communities/les-tilleuls'),
    'GET /neighborhoods/current': get('/neighborhoods/current'),
    'GET /events': get('/events'),
    'GET /events/details/:id': async () => get(`/events/details/${await makeNeighborsPost()}`)(),
    'GET /events/community/:id': async () => get(`/events/community/${await makeForeignPost()}`)(),
    "GET /events/community/:id (nobody's)": get(`/events/community/${newId()}`),
    "GET /events/details/:id (another community's)": async () => get(`/events/details/${await makeForeignPost()}`)(),
    'POST /events/publish': () => json('POST', '/events/publish', { description: 'Bonjour' }),
    ...aboutPosts('PUT /events/:id', id => json('PUT', `/events/${id}`, { description: 'Bonsoir' })),
    ...aboutPosts('DELETE /events/:id', id => ({ method: 'DELETE', url: `/events/${id}` })),
    ...aboutPosts('POST /events/interested/:id', id => ({ method: 'POST', url: `/events/interested/${id}` })),
    ...aboutPosts('POST /events/uninterested/:id', id => ({ method: 'POST', url: `/events/uninterested/${id}` })),
    ...aboutPosts('PUT /events/flag/:id', id => ({ method: 'PUT', url: `/events/flag/${id}` })),
    ...aboutPosts('GET /messages/users/:id', id => get(`/messages/users/${id}`)()),
    'POST /media': () => ({ method: 'POST', url: '/media', ...multipartOf([['files', picture]]) }),
    "GET /media/:id/:size (the neighbor's, unused)": get(`/media/${unused}/thumb`),
    'GET /gooddeals/categories': get('/gooddeals/categories'),
    'GET /gooddeals/community': get('/gooddeals/community'),
    'GET /gooddeals': get(`/gooddeals?id=${shown!.id}`),
    'GET /gooddeals (waits)': get(`/gooddeals?id=${waiting!.id}`),
    'GET /media/:id/:size (public)': get(`/media/${publicPhoto}/thumb`),
    'GET /media/:id/:size (community)': get(`/media/${ownPhoto}/thumb`),
    'GET /media/:id/:size (conversation)': get(`/media/${secret}/thumb`),
    'GET /media/picto/:name': get('/media/picto/waving-hand.svg'),
    'GET /messages/neighbors': get('/messages/neighbors'),
    'GET /metrics': get('/metrics'),
    'GET /metrics (from elsewhere)': () => ({
      method: 'GET',
      url: '/metrics',
      headers: { 'x-forwarded-for': '192.0.2.7' },
    }),
    'GET /healthz': get('/healthz'),
    'GET /readyz': get('/readyz'),
    'GET /docs/api': get('/docs/api'),
  }
}

/** Opens a session of its own for each cell, so that no call spoils the next one. */
const makeVisitors = async ({ db, visitor, asGuest, communityId }: TestServer) => {
  const users = () =>
    db
      .selectFrom('users as u')
      .innerJoin('accounts as a', 'a.id', 'u.account_id')
      .select(['u.account_id', 'u.community_id', 'u.id'])
  const people = new Map<string, { account_id: string; community_id: string; id: string }>()
  for (const role of ['neighbor', 'advertiser', 'employee', 'administrator', 'webmaster']) {
    people.set(role, await users().where('a.email', '=', `${role}@demo.example`).executeTakeFirstOrThrow())
  }
  await asGuest()
  people.set('guest', await users().where('u.role', '=', 'guest').executeTakeFirstOrThrow())
  const newcomer = await users()
    .where('u.community_id', '=', await communityId('les-tilleuls'))
    .where('a.email', 'not like', '%@demo.example')
    .where('u.role', '=', 'neighbor')
    .limit(1)
    .executeTakeFirstOrThrow()
  await db.updateTable('users').set({ need_update: true }).where('id', '=', newcomer.id).execute()
  people.set('newcomer', newcomer)
  people.set(
    'stranger',
    await users()
      .where('u.community_id', '=', await communityId('quartier-de-la-gare'))
      .where('u.role', '=', 'administrator')
      .executeTakeFirstOrThrow(),
  )
  return async (column: string): Promise<Visitor> => {
    const opened = visitor()
    const person = people.get(column)
    if (person) {
      const { token } = await openSession(
        db,
        {
          accountId: person.account_id,
          communityId: person.community_id,
          userId: person.id,
          strategy: column === 'guest' ? 'guest' : 'local',
        },
        null,
      )
      opened.cookies.set('parvis', token)
    }
    return opened
  }
}

/** Every cell that is not as the table says. */
const findDifferences = async (
  table: readonly Row[],
  calls: Calls,
  visitorOf: (column: string) => Promise<Visitor>,
): Promise<string[]> => {
  const found: string[] = []
  for (const { name, cells } of table) {
    for (const [column, cell] of cells) {
      const reply = await (await visitorOf(column)).send(await calls[name]!())
      const came = reply.status < 400 ? `${reply.status} .` : `${reply.status} ${reply.error.key}`
      const written = cell === '.' ? '200 .' : `${errorStatus[cell as ErrorKey]} ${cell}`
      if (came !== written) found.push(`${name}, ${column}: ${came} instead of ${written}`)
    }
  }
  return found
}

const missingRows = (app: TestServer['app'], table: readonly Row[]): string[] => {
  const served = new Set((servedRoutes.get(app) ?? []).map(({ method, path }) => `${method} ${path}`))
  const written = new Set(table.map(({ route }) => route))
  return [...served, ...written].filter(route => !served.has(route) || !written.has(route))
}

describe('route × role', () => {
  let server: TestServer
  let calls: Calls
  let visitorOf: (column: string) => Promise<Visitor>

  beforeAll(async () => {
    server = await openTestServer('demo')
    // Two faults planted for the checker: a list that lost its guard, and a route that nobody wrote down.
    serve(
      server.app,
      { ...getCurrentNeighborhood, path: '/planted', access: 'public' },
      [],
      async () => (await server.visitor().call(getCurrentCommunity)).answer,
    )
    visitorOf = await makeVisitors(server)
    calls = await makeCalls(server)
  })
  afterAll(() => server.close())

  it('answers each caller as the table says', async () => {
    expect(await findDifferences(rows, calls, visitorOf)).toEqual([])
  }, 60_000)

  it('has a row for every route, and no row without one', () => {
    expect(missingRows(server.app, rows)).toEqual(['GET /planted'])
    expect(
      missingRows(
        server.app,
        rows.filter(({ route }) => route !== 'GET /healthz'),
      ),
    ).toContain('GET /healthz')
  })

  it('would notice a guard that is gone', async () => {
    const row = rows.find(({ name }) => name === 'GET /neighborhoods/current')!
    const found = await findDifferences(
      [{ ...row, name: 'planted' }],
      { planted: () => ({ method: 'GET', url: '/planted' }) },
      visitorOf,
    )
    expect(found).toEqual([
      'planted, nobody: 200 . instead of 401 nosession',
      'planted, newcomer: 200 . instead of 403 forbidden',
    ])
  })

  it('speaks of the session before it looks at the input', async () => {
    for (const { method, path, endpoint } of servedRoutes.get(server.app)!) {
      if (!endpoint || endpoint.access === 'public') continue
      const reply = await server.visitor().send({
        method,
        url: `${path}?page=x&filter=x&_id=x`,
        ...(method !== 'GET' && { payload: '{', headers: { 'content-type': 'application/json' } }),
      })
      expect(`${method} ${path} ${reply.error.key}`).toBe(`${method} ${path} nosession`)
    }
  })
})
