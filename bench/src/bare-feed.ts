// What the feed costs at least: Fastify and pg alone, one prepared query with the feed's own SQL, the same bytes.
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import pg from 'pg'
import type { Actor } from '../../apps/server/src/kernel/actor.ts'
import { presentEvent } from '../../apps/server/src/rooms/feed/feed.presenter.ts'
import type { EventRow } from '../../apps/server/src/rooms/feed/feed.queries.ts'

export interface BareSettings {
  connection: pg.ClientConfig
  text: string
  values: unknown[]
  actor: Actor
  /** The answer of the server under test: what stands around its rows is taken from it. */
  body: string
}

const PAGE_SIZE = 20
const { connection, text, values, actor, body } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BareSettings
const { docs: _, ...around } = JSON.parse(body) as { docs: unknown }

const pool = new pg.Pool({ ...connection, max: 10 })
pool.on('error', () => {})
const readRows = async () => (await pool.query<EventRow>({ name: 'feed', text, values })).rows

const app = Fastify()
/** Makes the bytes out of its rows, as any route must. */
app.get('/events', async () => ({
  docs: (await readRows()).slice(0, PAGE_SIZE).map(row => presentEvent(actor, row, new Date())),
  ...around,
}))
/** Reads the rows and sends bytes that were stored before: less than any route can do. */
app.get('/stored', async (_request, reply) => {
  if ((await readRows()).length <= PAGE_SIZE) throw new Error('the feed is too short')
  return reply.type('application/json; charset=utf-8').send(body)
})
console.log(`listening ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
