// What the feed costs at least with its own SQL: Fastify and pg alone, one prepared query, the same bytes.
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import pg from 'pg'
import type { FeedPage } from '@parvis/contract/feed.ts'
import { readSkeleton, type Skeleton } from '../../apps/server/src/features/feed/feed.queries.ts'

export interface BareSettings {
  connection: pg.ClientConfig
  text: string
  values: unknown[]
  /** The answer of the server under test: what its cards show, and what stands around them, is taken from it. */
  body: string
}

const PAGE_SIZE = 20
const { connection, text, values, body } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BareSettings
const { docs, ...around } = JSON.parse(body) as FeedPage
const cards = new Map(docs.map(doc => [doc._id, doc]))

// as the server connects: it plans once
const pool = new pg.Pool({ ...connection, max: 10, options: '-c plan_cache_mode=force_generic_plan' })
pool.on('error', () => {})
const readRows = async () => readSkeleton((await pool.query<Skeleton>({ name: 'feed', text, values })).rows)

const app = Fastify()
/** Makes the bytes out of its rows, as any route must. */
app.get('/events', async () => ({
  docs: (await readRows())
    .slice(0, PAGE_SIZE)
    .map(({ id, interested, flagged }) => ({ ...cards.get(id)!, interested, flagged })),
  ...around,
}))
/** Reads the rows and sends bytes that were stored before: less than any route can do. */
app.get('/stored', async (_request, reply) => {
  if ((await readRows()).length <= PAGE_SIZE) throw new Error('the feed is too short')
  return reply.type('application/json; charset=utf-8').send(body)
})
console.log(`listening ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
