// Sends every message one to five times under one tmpId, concurrently over sockets and HTTP and across a restart (few
// messages in the short form).
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createRandom } from '@parvis/demo-world/random.ts'
import { newId } from '#server/kernel/ids.ts'
import { type Db, openDb } from '#server/kernel/postgres/db.ts'
import { type ChatClient, openChatClient } from '#server/testing/chat-client.ts'
import { cloneDatabase } from '#server/testing/cluster.ts'
import { reportFigures } from '#server/testing/figures.ts'
import { isLong, iterationsOf } from '#server/testing/long.ts'
import { openSessions } from '#server/testing/people.ts'
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts'

const MESSAGES = iterationsOf('MESSAGES', 60, 10_000)
const SEED = Number(process.env.SEED ?? 1)
const MEMBERS = 40
/** Maximum number of unanswered messages per member: a client that sends more without waiting is disconnected. */
const MAX_IN_FLIGHT = 20

let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Db
let server: ServerProcess
let members: { userId: string; token: string }[]
let clients: ChatClient[] = []

beforeAll(async () => {
  database = await cloneDatabase('demo')
  db = openDb({ connection: database.connection, max: 3 })
  members = await openSessions(db, MEMBERS)
  // All are adults, because the first-contact rule is not under test here.
  await db.updateTable('users').set({ birthdate: '1980-06-15' }).execute()
  server = await startServerProcess(database.connection)
})
afterEach(() => clients.splice(0).forEach(client => client.close()))
afterAll(async () => {
  await server.kill()
  await db.destroy()
  await database.drop()
})

/** Sends over HTTP, as a client without a socket does; retries while rate limited or while the server is down. */
const sendOverHttp = async (token: string, message: object): Promise<string> => {
  for (;;) {
    const reply = await fetch(`${server.url}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url, cookie: `parvis=${token}` },
      body: JSON.stringify(message),
    }).catch(() => null)
    if (reply?.status === 200) return ((await reply.json()) as { _id: string })._id
    // pause: the backoff of a client
    await new Promise(done => setTimeout(done, reply?.status === 429 ? 1_000 : 50))
  }
}

const sendAll = async (messages: number) => {
  const random = createRandom(SEED)
  clients = members.map(member => openChatClient(() => server.url, member))
  const ids = new Map<string, Set<string>>()
  let refused = 0
  const sends = Array.from({ length: messages }, (_, at) => ({ tmpId: newId(), by: at % MEMBERS })).flatMap(one =>
    Array.from({ length: random.int(1, 5) }, () => one),
  )
  const limiters = members.map(() => pLimit(MAX_IN_FLIGHT))
  const send = async ({ tmpId, by }: (typeof sends)[number]) => {
    const message = { tmpId, to: members[by ^ 1]!.userId, text: tmpId }
    const overHttp = random.chance(0.3)
    const id = await limiters[by]!(() =>
      overHttp ? sendOverHttp(members[by]!.token, message) : clients[by]!.send(message),
    ).catch(() => null)
    if (id === null) refused++
    else ids.set(tmpId, (ids.get(tmpId) ?? new Set()).add(id))
  }
  const shuffled = random.shuffle(sends)
  const half = Math.floor(shuffled.length / 2)
  const first = shuffled.slice(0, half).map(send)
  await Promise.all(first.slice(0, half / 2))
  // Kills the server in the middle of the messages and starts it again.
  await server.kill()
  server = await startServerProcess(database.connection)
  await Promise.all([...first, ...shuffled.slice(half).map(send)])
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'place', 'conversation_id'])
    .where('text', 'in', [...ids.keys()])
    .execute()
  const places = Map.groupBy(rows, row => row.conversation_id)
  const before = new Map(
    (await db.selectFrom('conversations').select(['id', 'last_place']).execute()).map(row => [row.id, row.last_place]),
  )
  const withGaps = [...places].filter(
    ([id, of]) =>
      Math.max(...of.map(({ place }) => place)) > (before.get(id) ?? 0) ||
      new Set(of.map(({ place }) => place)).size < of.length,
  )
  return {
    sends: sends.length,
    refused,
    rows: rows.length,
    doubled: [...ids.values()].filter(one => one.size > 1).length,
    withGaps: withGaps.length,
  }
}

it(
  `${MESSAGES} messages, each sent one to five times, are stored as ${MESSAGES} messages`,
  async () => {
    const found = await sendAll(MESSAGES)
    expect(found).toMatchObject({ refused: 0, rows: MESSAGES, doubled: 0, withGaps: 0 })
    // The messages of every conversation must be numbered 1, 2, 3 … without gaps.
    const { rows } = await sql<{ gaps: number }>`
      select count(*)::int as gaps from conversations c where c.last_place <> (select count(*) from messages m
        where m.community_id = c.community_id and m.conversation_id = c.id)`.execute(db)
    expect(rows[0]?.gaps).toBe(0)
    if (process.env.MESSAGES) reportFigures('messages sent one to five times', SEED, { messages: MESSAGES, ...found })
  },
  120_000 + MESSAGES * 60,
)

it.runIf(isLong)(
  'sendAll reports duplicate messages if the server ignores the tmpId',
  async () => {
    await sql`create function forget_name() returns trigger language plpgsql as $$
    begin update messages set tmp_id = gen_random_uuid()::text where community_id = new.community_id and id = new.id; return null; end $$`.execute(
      db,
    )
    await sql`create trigger forget_name after insert on messages for each row execute function forget_name()`.execute(
      db,
    )
    const { rows, doubled } = await sendAll(60)
    expect(rows).toBeGreaterThan(60)
    expect(doubled).toBeGreaterThan(0)
  },
  120_000,
)
