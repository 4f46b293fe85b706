// Clients whose connections are cut repeatedly, anywhere in a frame, show every message once and in order (few clients
// and few cuts in the short form). A server killed in the middle of a busy group loses no message that it has
// acknowledged.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { join } from 'node:path'
import { createRandom } from '@parvis/demo-world/random.ts'
import { newId } from '#server/kernel/ids.ts'
import { type Db, openDb } from '#server/kernel/postgres/db.ts'
import { type ChatClient, openChatClient } from '#server/testing/chat-client.ts'
import { cloneDatabase } from '#server/testing/cluster.ts'
import { type CuttingProxy, startCuttingProxy } from '#server/testing/cutting-proxy.ts'
import { reportFigures } from '#server/testing/figures.ts'
import { isLong, iterationsOf } from '#server/testing/long.ts'
import { addPerson, openSessions } from '#server/testing/people.ts'
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts'
import { ensureGroupConversation } from './conversation.service.ts'

const SOCKETS = iterationsOf('CUT_SOCKETS', 12, 200)
const CUTS = iterationsOf('CUTS', 1, 20)
const SEED = Number(process.env.SEED ?? 1)
const UNCUT_ROUNDS = 6
/** Minimum number of deliveries while connections are cut: 100,000 in the long form. */
const MIN_DELIVERIES = SOCKETS * CUTS * 25
/** Number of members who send messages while the server is killed, and number of messages that each member sends. */
const SENDERS = 12
const MESSAGES_PER_SENDER = isLong ? 20 : 8
const preloads = join(import.meta.dirname, '../../testing')

let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Db
let members: { userId: string; token: string }[]
let healthyServer: ServerProcess | null = null
let faultyServer: ServerProcess | null = null
let clients: ChatClient[] = []
let proxy: CuttingProxy | null = null

beforeAll(async () => {
  database = await cloneDatabase('demo')
  db = openDb({ connection: database.connection, max: 3 })
  const home = await db
    .selectFrom('communities')
    .select('id')
    .where('custom_uri', '=', 'les-tilleuls')
    .executeTakeFirstOrThrow()
  // Adds members, because the demo world has fewer neighbours than the long form has clients.
  for (let n = 0; n < SOCKETS - 150; n++)
    await addPerson(
      { db, communityId: async () => home.id },
      { email: `device-${n}@test.example`, community: 'les-tilleuls' },
    )
  members = await openSessions(db, SOCKETS)
  expect(members).toHaveLength(SOCKETS)
})
afterEach(async () => {
  clients.splice(0).forEach(client => client.close())
  await proxy?.close()
  proxy = null
  await faultyServer?.kill()
  faultyServer = null
})
afterAll(async () => {
  await healthyServer?.kill()
  await db.destroy()
  await database.drop()
})

const ensureServer = async (preload?: string) => {
  if (!preload && healthyServer && !healthyServer.exitStatus()) return healthyServer
  // Only one server may run on a database.
  await (preload ? healthyServer : faultyServer)?.kill()
  const server = await startServerProcess(database.connection, preload && join(preloads, preload))
  if (preload) faultyServer = server
  else healthyServer = server
  return server
}

/** Creates a post that all members have answered, so that all are in its group. */
const makeGroup = async () => {
  const [author, ...others] = members
  const home = await db
    .selectFrom('users')
    .select('community_id')
    .where('id', '=', author!.userId)
    .executeTakeFirstOrThrow()
  const channel = await db
    .selectFrom('channels')
    .select('id')
    .where('community_id', '=', home.community_id)
    .where('channel_type', '=', 'NeighborhoodEventChannel')
    .executeTakeFirstOrThrow()
  const eventId = newId()
  const now = new Date()
  const event = { community_id: home.community_id, id: eventId, user_id: author!.userId, group_id: 'post' as const }
  await db
    .insertInto('events')
    .values({ ...event, description: 'x', created_at: now, updated_at: now } as never)
    .execute()
  await db
    .insertInto('event_channels')
    .values({
      channel_id: channel.id,
      event_id: eventId,
      community_id: home.community_id,
      group_id: 'post',
      category_id: null,
      document: '',
    })
    .execute()
  await db
    .insertInto('event_answers')
    .values(others.map(({ userId }) => ({ community_id: home.community_id, event_id: eventId, user_id: userId })))
    .execute()
  const { conversationId } = await ensureGroupConversation(db, { communityId: home.community_id, eventId })
  return { eventId, conversationId }
}

const compareWithStored = async (conversationId: string) => {
  const rows = await db
    .selectFrom('messages')
    .select(['place', 'text'])
    .where('conversation_id', '=', conversationId)
    .orderBy('place')
    .execute()
  const stored = JSON.stringify(rows.map(({ place, text }) => ({ place, text })))
  return {
    rows,
    wrong: clients.filter(client => JSON.stringify(client.displayed.get(conversationId) ?? []) !== stored).length,
  }
}

/**
 * Members send until every connection was cut often enough on average (without cuts: for a few rounds); then no
 * connection is cut any more.
 */
const exchangeMessages = async (server: ServerProcess, cuts: number) => {
  const { eventId, conversationId } = await makeGroup()
  proxy = await startCuttingProxy(server.url, createRandom(SEED))
  proxy.isCutting = cuts > 0
  const { url } = proxy
  clients = members.map(member => openChatClient(() => url, member))
  const sent: string[] = []
  const delivered = () => clients.reduce((sum, client) => sum + client.deliveryCount(), 0)
  const isEnough = () => cuts === 0 || (proxy!.cutCount() >= cuts * clients.length && delivered() >= MIN_DELIVERIES)
  for (let round = 0; round < UNCUT_ROUNDS || !isEnough(); round++) {
    const senders = Array.from({ length: 4 }, (_, n) => clients[(round * 4 + n) % clients.length]!)
    await Promise.all(
      senders.map((client, n) => {
        const text = `${round} ${n}`
        sent.push(text)
        return client.send({ tmpId: newId(), eventId, text })
      }),
    )
  }
  proxy.isCutting = false
  const begin = performance.now()
  await Promise.all(clients.map(client => client.waitUntilCaughtUp()))
  return { conversationId, sent, begin }
}

it(
  `${SOCKETS} clients, each cut ${CUTS} times, show every message once and in order`,
  async () => {
    const { conversationId, sent, begin } = await exchangeMessages(await ensureServer(), CUTS)
    await vi.waitFor(async () => expect((await compareWithStored(conversationId)).wrong).toBe(0), {
      timeout: 20_000,
      interval: 50,
    })
    const caughtUpMs = Math.round(performance.now() - begin)
    const { rows } = await compareWithStored(conversationId)
    expect(rows.map(({ text }) => text).toSorted()).toEqual(sent.toSorted())
    const deliveries = clients.reduce((sum, client) => sum + client.deliveryCount(), 0)
    const figures = { sockets: clients.length, cuts: proxy!.cutCount(), messages: rows.length, deliveries, caughtUpMs }
    if (process.env.CUTS) reportFigures('live connections cut', SEED, figures)
    expect(deliveries).toBeGreaterThanOrEqual(rows.length * clients.length)
  },
  60_000 + SOCKETS * CUTS * 600,
)

it.runIf(isLong)(
  'compareWithStored reports differences if the server skips messages',
  async () => {
    // A client that misses the seventh message shows no later one, so a run without cuts already detects the fault.
    const { conversationId } = await exchangeMessages(await ensureServer('dropped-messages.ts'), 0)
    await vi.waitFor(async () => expect((await compareWithStored(conversationId)).wrong).toBeGreaterThan(0), {
      timeout: 20_000,
    })
  },
  120_000,
)

const killWhileSending = async (preload?: string) => {
  const { eventId, conversationId } = await makeGroup()
  let server = await ensureServer(preload)
  clients = members.map(member => openChatClient(() => server.url, member))
  await Promise.all(clients.map(client => client.waitUntilCaughtUp()))
  const acknowledged = new Set<string>()
  const sends = clients.slice(0, SENDERS).map(async (client, n) => {
    for (let at = 0; at < MESSAGES_PER_SENDER; at++) {
      const text = `${n} ${at}`
      await client.send({ tmpId: newId(), eventId, text })
      acknowledged.add(text)
    }
  })
  await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan((SENDERS * MESSAGES_PER_SENDER) / 4), {
    timeout: 20_000,
    interval: 1,
  })
  await server.kill()
  const before = new Set(acknowledged)
  const stored = new Set((await compareWithStored(conversationId)).rows.map(({ text }) => text))
  const lost = [...before].filter(text => !stored.has(text))
  server = await ensureServer()
  await Promise.all(sends)
  return { conversationId, lost }
}

it('a server killed in the middle of a busy group loses no acknowledged message, and all clients catch up', async () => {
  const { conversationId, lost } = await killWhileSending()
  expect(lost).toEqual([])
  await vi.waitFor(async () => expect((await compareWithStored(conversationId)).wrong).toBe(0), {
    timeout: 20_000,
    interval: 50,
  })
  const { rows } = await compareWithStored(conversationId)
  expect(new Set(rows.map(({ text }) => text)).size).toBe(SENDERS * MESSAGES_PER_SENDER)
  expect(rows).toHaveLength(SENDERS * MESSAGES_PER_SENDER)
}, 90_000)

it.runIf(isLong)(
  'killWhileSending reports lost messages if the server acknowledges a message before it is stored',
  async () => {
    expect((await killWhileSending('message-ack-before-commit.ts')).lost.length).toBeGreaterThan(0)
  },
  90_000,
)
