// Baseline for routes: Fastify and pg only, prepared queries on indexed tables, no authentication.
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import pg from 'pg'

export interface PlainSettings {
  connection: pg.ClientConfig
}

const { connection } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as PlainSettings
const pool = new pg.Pool({ ...connection, max: 10 })
pool.on('error', () => {})

const COMMUNITIES = 40
const AUTHORS = 50

const columns =
  'p.id, p.title, p.body, p.place, p.created_at, p.replies, p.reactions, u.id as author_id, u.name as author_name, u.avatar as author_avatar'
const feed = `select ${columns} from plain_post p join plain_user u on u.id = p.author_id where p.community_id = $1 order by p.id desc limit 20`
const one = `select ${columns} from plain_post p join plain_user u on u.id = p.author_id where p.community_id = $1 and p.id = $2`
const users = 'select id, name, avatar from plain_user order by id limit 20'
const insert =
  'insert into plain_post (community_id, author_id, title, body, place) values ($1, $2, $3, $4, $5) returning id, created_at'

const random = (count: number) => 1 + Math.floor(Math.random() * count)

const app = Fastify()
app.get('/feed', async () => ({ items: (await pool.query({ name: 'feed', text: feed, values: [1] })).rows }))
app.get<{ Params: { id: string } }>(
  '/posts/:id',
  async ({ params }) => (await pool.query({ name: 'one', text: one, values: [1, params.id] })).rows[0],
)
app.get<{ Params: { id: string } }>('/posts/:id/users', async ({ params }) => {
  const [post, found] = await Promise.all([
    pool.query({ name: 'one', text: one, values: [1, params.id] }),
    pool.query({ name: 'users', text: users, values: [] }),
  ])
  return { ...post.rows[0], users: found.rows }
})
app.post<{ Body: { title: string; description: string } }>('/posts', async ({ body }) => {
  const values = [random(COMMUNITIES), random(AUTHORS), body.title, body.description, 'Rue du Moulin']
  return (await pool.query({ name: 'post', text: insert, values })).rows[0]
})
console.log(`listening ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
