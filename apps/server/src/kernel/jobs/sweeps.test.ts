import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { cloneDatabase } from '../../testing/cluster.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import type { Platform } from '../platform.ts'
import { openDb } from '../postgres/db.ts'
import { runSweeps } from './sweeps.ts'

it('a failing sweep does not stop the other sweeps, and its error fails the job', async () => {
  const done: string[] = []
  const sweeps = [
    async () => done.push('first'),
    async () => Promise.reject(new Error('the second is stuck')),
    async () => done.push('third'),
  ]
  await expect(runSweeps({} as Platform, sweeps)).rejects.toThrow('the second is stuck')
  expect(done).toEqual(['first', 'third'])
})

it('every sweep runs when a server starts', async () => {
  const database = await cloneDatabase('demo')
  const db = openDb({ connection: database.connection, max: 1 })
  try {
    await sql`insert into attempts (bucket, at) values ('stale', array[now() - interval '2 days'])`.execute(db)
    await sql`insert into waits (bucket, caller, line, turns, due_at) values ('stale', 'a', null, 0, now() - interval '2 days')`.execute(
      db,
    )
    await sql`insert into apple_nonces (nonce_hash, expires_at) values ('stale', now() - interval '1 day')`.execute(db)
    await sql`update notifications set told_at = now() - interval '31 days'
      where id = (select id from notifications order by told_at limit 1)`.execute(db)
    // A wrong message count, as a crash just after the insertion of a message leaves it.
    const { rows } = await sql<{ id: string; count: number }>`
      select e.id, (select count(*)::int from messages m where m.community_id = c.community_id and m.conversation_id = c.id
        and m.deleted_at is null and coalesce(m.message_type, '') not in ('joined', 'left')) as count
      from conversations c join events e on e.community_id = c.community_id and e.id = c.event_id limit 1`.execute(db)
    const [group] = rows
    await sql`update conversations set last_message_at = now() where event_id = ${group!.id}`.execute(db)
    await sql`update events set messages_count = ${group!.count} + 5 where id = ${group!.id}`.execute(db)
    const server = await startServerProcess(database.connection)
    try {
      const remaining = async () => {
        const { rows: counts } = await sql<Record<string, number>>`select
          (select count(*)::int from attempts where bucket = 'stale') as attempts,
          (select count(*)::int from waits where bucket = 'stale') as waits,
          (select count(*)::int from apple_nonces) as nonces,
          (select count(*)::int from notifications where told_at < now() - interval '30 days') as notifications,
          (select messages_count from events where id = ${group!.id}) as messages`.execute(db)
        return counts[0]
      }
      await vi.waitFor(
        async () =>
          expect(await remaining()).toEqual({
            attempts: 0,
            waits: 0,
            nonces: 0,
            notifications: 0,
            messages: group!.count,
          }),
        { timeout: 60_000, interval: 50 },
      )
    } finally {
      await server.stop()
    }
  } finally {
    await db.destroy()
    await database.drop()
  }
}, 120_000)
