// Baseline for live updates: Fastify, one insert through pg, and a frame of the same size to every WebSocket.
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'

export interface BareRealtimeSettings {
  connection: pg.ClientConfig
  /** The frame that the server under test sends for a new post. */
  frame: string
}

const { connection, frame } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BareRealtimeSettings
const pool = new pg.Pool({ ...connection, max: 10 })
pool.on('error', () => {})
await pool.query(
  'create table if not exists bare_posts (id bigint generated always as identity primary key, text text not null)',
)

const app = Fastify()
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
const openSockets = new Set<WebSocket>()
app.server.on('upgrade', (request, socket, head) =>
  sockets.handleUpgrade(request, socket, head, opened => {
    openSockets.add(opened)
    opened.on('close', () => openSockets.delete(opened))
  }),
)
app.post('/events/publish', async request => {
  const { rows } = await pool.query<{ id: string }>({
    name: 'insert',
    text: 'insert into bare_posts (text) values ($1) returning id',
    values: [(request.body as { description: string }).description],
  })
  for (const socket of openSockets) socket.send(frame)
  return rows[0]
})
console.log(`listening ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
