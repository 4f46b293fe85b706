import { FLAGS_PER_DAY, flagEvent } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { logIn } from '@parvis/contract/entry.ts'
import { logOut } from '@parvis/contract/session.ts'
import { sql } from 'kysely'
import { UPLOADS_PER_MINUTE } from '../features/media/upload-quota.service.ts'
import { POSTS_PER_MINUTE } from '../features/publish/publish-post.service.ts'
import { openSession } from '../features/session/session.service.ts'
import { addEvent } from './events.ts'
import { makeCalls } from './flood-calls.ts'
import { multipartOf } from './multipart.ts'
import { plainPicture } from './pictures.ts'
import { DEMO_PASSWORD, type TestServer, type Visitor } from './test-server.ts'

interface Flooder {
  visitor: Visitor
  userId: string
  accountId: string
  email: string
}

const MINUTE_MS = 60_000

const countRows = async ({ db }: TestServer, table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]!.n

const rowCounts = async (server: TestServer): Promise<Record<string, number>> => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(server.db)
  return Object.fromEntries(
    await Promise.all(rows.map(async ({ name }) => [name, await countRows(server, name)] as const)),
  )
}

const LOG_INS = 22
const GUESSES = 7
const MAX_SESSIONS = 100
const MAX_DEVICES = 20
const MAX_GUESSES = 5
/** Maximum number of log-ins of one account from one address that the audit log records in a day. */
const MAX_AUDITED = 20
/** Maximum number of rows in `attempts`: each rate limit has one row, however often the limit is reached. */
const MAX_BUCKETS = 16

/**
 * Publishes, uploads, reports and logs in as often as possible; returns the growth of the tables, and which of them exceed
 * their limit.
 */
export const floodTables = async (
  server: TestServer,
  { visitor, userId, accountId, email }: Flooder,
  neighborId: string,
  logIns = LOG_INS,
) => {
  const communityId = await server.communityId('les-tilleuls')
  const picture = multipartOf([['files', await plainPicture(16, 16).png().toBuffer()]])
  const neighbor = { userId: neighborId, description: 'Bonjour' }
  const posts = await Promise.all(Array.from({ length: FLAGS_PER_DAY + 5 }, () => addEvent(server, neighbor)))
  // Sessions are inserted directly, because log-ins would cost time for hashing passwords.
  const earlierSessions = MAX_SESSIONS - 5
  const user = { accountId, communityId, userId, strategy: 'local' as const }
  for (let count = 1; count < earlierSessions; count++) await openSession(server.db, user, null)
  const team = await server.db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('community_id', '=', communityId)
    .where('role', 'in', ['administrator', 'webmaster'])
    .executeTakeFirstOrThrow()
  const before = await rowCounts(server)
  const began = performance.now()
  await makeCalls(POSTS_PER_MINUTE + 10, () => visitor.call(publishPost, { body: { description: 'Encore' } }))
  // Four concurrent uploads are allowed.
  await makeCalls(UPLOADS_PER_MINUTE + 10, () => visitor.send({ method: 'POST', url: '/media', ...picture }), 4)
  await makeCalls(posts.length, at => visitor.call(flagEvent, { params: { id: posts[at]! } }))
  for (let count = 0; count < logIns; count++) {
    const browser = server.visitor()
    await browser.call(logIn, { body: { email, password: DEMO_PASSWORD, communityId } })
    if (count % 2) await browser.call(logOut)
  }
  const guess = { email: 'neighbor2@demo.example', password: 'wrong', communityId }
  for (let count = 0; count < GUESSES; count++) await server.visitor().call(logIn, { body: guess })
  const minutes = Math.ceil((performance.now() - began) / MINUTE_MS)
  const after = await rowCounts(server)
  const [written, uploaded] = [POSTS_PER_MINUTE * minutes, UPLOADS_PER_MINUTE * minutes]
  const audited = MAX_AUDITED + LOG_INS / 2 + FLAGS_PER_DAY + MAX_GUESSES
  const maxGrowth: Record<string, number> = {
    events: written,
    event_channels: written,
    idempotency_keys: written,
    event_flags: FLAGS_PER_DAY,
    moderation_cases: FLAGS_PER_DAY,
    // Every staff member is notified of each report.
    notifications: FLAGS_PER_DAY * Number(team.count),
    media: uploaded,
    sessions: MAX_SESSIONS - earlierSessions,
    known_devices: MAX_DEVICES,
    audit_log: audited,
    attempts: MAX_BUCKETS,
  }
  const changes = Object.entries(after).map(([table, count]) => [table, count - before[table]!] as const)
  const growth = changes.filter(([, more]) => more > 0)
  const found = growth.flatMap(([table, more]) => (more > (maxGrowth[table] ?? 0) ? `${table} grows by ${more}` : []))
  return { found, growth: Object.fromEntries(growth) }
}
