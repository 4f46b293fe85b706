// Lists that grow with a community are paginated, so that no response is much larger in a large community.
import { listInvitations, listWaiting, getDesk } from '@parvis/contract/admin.ts'
import { type Endpoint, requestUrl } from '@parvis/contract/endpoint.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCrowd, addAnswers, type Crowd } from './testing/crowd.ts'
import { addEvent } from './testing/events.ts'
import { userIdOf } from './testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from './testing/test-server.ts'

/** Maximum length of a response as JSON: twenty posts in two languages or fifty people take far less. */
const MAX_BYTES = 300_000
const CROWD_SIZE = 3_000

let server: TestServer
let crowd: Crowd
let author: Visitor
let postId: string
beforeAll(async () => {
  server = await openTestServer('demo')
  // Response validation is off, because checking a list of thousands against its schema would take too long.
  server.app.checkAnswers = false
  author = await server.as('neighbor')
  postId = await addEvent(server, { userId: await userIdOf(author), group: 'activity', description: 'Pour tous' })
  crowd = await addCrowd(server, 'les-tilleuls', { neighbors: CROWD_SIZE, pending: CROWD_SIZE, invited: CROWD_SIZE })
  await addAnswers(server, postId, crowd.neighborIds)
})
afterAll(() => server.close())

const getEndpoints = () =>
  server.app.servedRoutes.flatMap(({ method, endpoint }) =>
    method === 'GET' && endpoint ? [endpoint as Endpoint] : [],
  )

it.each(['neighbor', 'employee', 'administrator', 'webmaster'])(
  'every response to a %s stays small in a large community',
  async role => {
    const visitor = role === 'neighbor' ? author : await server.as(role)
    const ids = {
      id: postId,
      eventId: postId,
      userId: crowd.neighborIds[0]!,
      pseudo: 'hereVoisin1',
      uri: 'les-tilleuls',
    }
    const sizes = new Map<string, number>()
    /** The property names under which responses contain picture URLs. */
    const imageProperties = new Set<string>()
    for (const { path } of getEndpoints()) {
      const filledPath = path.replace(':communityUri', 'les-tilleuls').replace(':customUri', 'les-tilleuls')
      for (const id of path.includes(':id') ? [postId, crowd.neighborIds[0]!] : [postId]) {
        const reply = await visitor.send({ method: 'GET', url: requestUrl(filledPath, { ...ids, id }) })
        if (reply.status !== 200 || !String(reply.headers['content-type']).startsWith('application/json')) continue
        const json = JSON.stringify(reply.answer)
        sizes.set(path, Math.max(sizes.get(path) ?? 0, json.length))
        for (const [, name] of json.matchAll(/(?:"(\w+)":)?\[?"\/media\//g)) imageProperties.add(name ?? 'none')
      }
    }
    expect([...sizes.keys()]).toEqual(expect.arrayContaining(['/events', '/messages/neighbors', '/messages/users']))
    if (role === 'administrator')
      expect([...sizes.keys()]).toEqual(
        expect.arrayContaining(['/messages/users/:id', '/admin/desk', '/admin/waiting', '/admin/invitations']),
      )
    expect([...sizes].filter(([, bytes]) => bytes > MAX_BYTES)).toEqual([])
    // Native apps receive signed URLs for properties with these names (`picture-signature.ts`).
    expect(imageProperties.size).toBeGreaterThan(2)
    expect([...imageProperties].filter(name => !/^(uri|\w*Uri)$/.test(name))).toEqual([])
  },
)

it('staff can read all pending members and all invitations page by page', async () => {
  const staffVisitor = await server.as('administrator')
  const readAllPages = async (endpoint: typeof listWaiting | typeof listInvitations) => {
    const found: string[] = []
    let query: { page?: number; cursor?: string } = {}
    for (;;) {
      const { docs, nextPage, cursor } = (await staffVisitor.call(endpoint, { query })).answer
      found.push(...docs.map(({ _id }) => _id))
      if (nextPage === null || cursor === null) return found
      query = { page: nextPage, cursor }
    }
  }
  const waiting = await readAllPages(listWaiting)
  expect(waiting.filter(id => crowd.pendingIds.includes(id))).toEqual(crowd.pendingIds)
  expect((await readAllPages(listInvitations)).filter(id => crowd.invitedIds.includes(id))).toEqual(
    crowd.invitedIds.toReversed(),
  )
  const { answer } = await staffVisitor.call(getDesk)
  expect([answer.waitingCount, answer.waiting.map(({ _id }) => _id)]).toEqual([waiting.length, waiting.slice(0, 20)])
})
