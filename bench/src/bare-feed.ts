// Baseline for the feed: Fastify and pg only, the feed's SQL as one prepared query, a response of the same bytes.
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import pg from 'pg'
import type { FeedPage } from '@parvis/contract/feed.ts'
import { parsePageIndex, type FeedPageIndex } from '../../apps/server/src/features/feed/feed-page.queries.ts'

export interface BareFeedSettings {
  connection: pg.ClientConfig
  sqlText: string
  sqlValues: unknown[]
  /** The response of the server under test, which supplies the rendered posts and the fields around them. */
  body: string
}

const PAGE_SIZE = 20
const { connection, sqlText, sqlValues, body } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BareFeedSettings
const { docs, ...around } = JSON.parse(body) as FeedPage
const postsById = new Map(docs.map(doc => [doc._id, doc]))

// The server connects with the same option, so that the query is planned once.
const pool = new pg.Pool({ ...connection, max: 10, options: '-c plan_cache_mode=force_generic_plan' })
pool.on('error', () => {})
const readRows = async () =>
  parsePageIndex((await pool.query<FeedPageIndex>({ name: 'feed', text: sqlText, values: sqlValues })).rows)

const app = Fastify()
app.get('/events', async () => ({
  docs: (await readRows())
    .slice(0, PAGE_SIZE)
    .map(({ id, interested, flagged }) => ({ ...postsById.get(id)!, interested, flagged })),
  ...around,
}))
/** Reads the rows but sends stored bytes: a lower bound that no real route can reach. */
app.get('/stored', async (_request, reply) => {
  if ((await readRows()).length <= PAGE_SIZE) throw new Error('the feed is too short')
  return reply.type('application/json; charset=utf-8').send(body)
})
console.log(`listening ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
