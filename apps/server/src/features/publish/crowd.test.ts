import { type FeedPost, listEvents } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reportFigures } from '#server/testing/figures.ts'
import { iterationsOf } from '#server/testing/long.ts'
import { asMembers } from '#server/testing/people.ts'
import { openTestServer, type Reply, type TestServer, type Visitor } from '#server/testing/test-server.ts'

const MEMBERS = 20
const REQUESTS_PER_MEMBER = 6
const POSTS = iterationsOf('PARVIS_CROWD', 120, 1000)

let server: TestServer
const members: Visitor[] = []

beforeAll(async () => {
  server = await openTestServer('demo')
  members.push(...(await asMembers(server, MEMBERS)).map(({ visitor }) => visitor))
})
afterAll(() => server.close())

/** Returns the texts of this test’s posts in the feed of a visitor, down to the first older post. */
const readTestPosts = async (visitor: Visitor): Promise<string[]> => {
  const found: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { docs, cursor: next }: { docs: { eventId: { description: string | null } }[]; cursor: string | null } = (
      await visitor.call(listEvents, { query: { ...(cursor && { cursor }) } })
    ).answer
    const descriptions = docs.flatMap(({ eventId }) =>
      eventId.description?.startsWith('foule ') ? eventId.description : [],
    )
    found.push(...descriptions)
    cursor = descriptions.length === docs.length ? next : null
  }
  return found
}

/** Returns the posts that were sent but not found, and those that were found more than once. */
const differences = (sent: readonly string[], found: readonly string[]) => ({
  lost: sent.filter(one => !found.includes(one)),
  doubled: found.filter((one, at) => found.indexOf(one) !== at),
})

it('concurrent posts of twenty members are stored once each, in the same order for all viewers', async () => {
  const sent = Array.from({ length: POSTS }, (_, at) => `foule ${at}`)
  const published: string[] = []
  server.platform.bus.subscribe('event.created', ({ eventId }) => published.push(eventId))
  // Every fifth post is sent twice, as by a browser that did not receive the response.
  const queues = members.map((_, member) =>
    sent
      .filter((_post, at) => at % MEMBERS === member)
      .flatMap((description, at) => Array.from({ length: at % 5 === 0 ? 2 : 1 }, () => description)),
  )
  const replies: Reply<FeedPost>[] = []
  // Sends posts of a member one by one; several workers per member run at once, as many as a browser has connections.
  const worker = async (member: number) => {
    for (let description = queues[member]!.shift(); description; description = queues[member]!.shift()) {
      replies.push(await members[member]!.call(publishPost, { body: { description, tmpId: description } }))
    }
  }
  await Promise.all(members.flatMap((_, member) => Array.from({ length: REQUESTS_PER_MEMBER }, () => worker(member))))
  expect(replies.filter(({ status }) => status !== 200).map(({ error }) => error)).toEqual([])
  expect([new Set(replies.map(({ answer }) => answer._id)).size, published.length, new Set(published).size]).toEqual([
    POSTS,
    POSTS,
    POSTS,
  ])
  const screens = await Promise.all(members.slice(0, 4).map(readTestPosts))
  expect(differences(sent, screens[0]!)).toEqual({ lost: [], doubled: [] })
  for (const screen of screens) expect(screen).toEqual(screens[0])
  if (process.env.PARVIS_CROWD)
    reportFigures('posts of a crowd', null, {
      posts: POSTS,
      sent: replies.length,
      members: MEMBERS,
      lost: 0,
      doubled: 0,
    })
}, 120_000)

it('a post that is lost or duplicated is detected', () => {
  expect(differences(['a', 'b'], ['b', 'b'])).toEqual({ lost: ['a'], doubled: ['b'] })
})
