// Baseline server for chat messages: the library ws, one insert through pg, an acknowledgement, and frames of the same
// size as those of Parvis.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'
import { tmpIdOf } from './chat-clients.ts'

export interface BareChatSettings {
  connection: pg.ClientConfig
  /** The frames of the server under test, in which `tmpIdOf(0)` replaces the idempotency key of the message. */
  frames: { sent: string; created: string }
}

const { connection, frames } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BareChatSettings
const pool = new pg.Pool({ ...connection, max: 10 })
pool.on('error', () => {})
await pool.query(
  'create table if not exists bare_messages (id bigint generated always as identity primary key, user_id text not null, text text not null)',
)

const server = createServer()
const socketsByUser = new Map<string, WebSocket>()
new WebSocketServer({ server, path: '/socket', perMessageDeflate: false }).on('connection', (socket, request) => {
  const id = String(request.headers['x-user'])
  socketsByUser.set(id, socket)
  socket.on('message', async (data: Buffer) => {
    const { tmpId, to, text } = JSON.parse(data.toString()) as { tmpId: string; to?: string; text: string }
    await pool.query({
      name: 'insert',
      text: 'insert into bare_messages (user_id, text) values ($1, $2)',
      values: [id, text],
    })
    socket.send(frames.sent.replaceAll(tmpIdOf(0), tmpId))
    const created = frames.created.replaceAll(tmpIdOf(0), tmpId)
    if (to) return socketsByUser.get(to)?.send(created)
    for (const other of socketsByUser.values()) if (other !== socket) other.send(created)
  })
})
server.listen(0, '127.0.0.1', () => console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`))
