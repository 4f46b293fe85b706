import { LAST_ID, newId } from '#server/kernel/ids.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { isLong } from '#server/testing/long.ts'
import { addMessages } from '#server/testing/messages.ts'
import { asPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#server/kernel/actor.ts'
import { countUnread, findNotificationsByKey, findNotifications, type Recipient } from './notifications.queries.ts'
import { markReadUpTo } from './notifications.service.ts'
import { retractAnswerNotification, notifyOfAnswer } from '../feed/notify-answers.service.ts'
import { retractPendingMemberNotifications, notifyOfPendingMember } from '../membership/notify-approvals.service.ts'
import { retractDealNotifications } from '../deals/notify-deals.service.ts'
import { features } from '#server/features.ts'
import { notificationSubjectsOf, removeSubjects } from '#server/kernel/notification-subject.ts'
import {
  markMessageNotificationsRead,
  notifyOfMessages,
  publishMessageChanges,
} from '../chat/notify-messages.service.ts'
import { notifyOfPosts } from '../publish/notify-posts.service.ts'

const [MAX_ROWS, MIN_ROWS] = isLong ? [100_000, 20_000] : [10_000, 5_000]
const now = new Date()
const subjects = notificationSubjectsOf({ features })

let server: TestServer
let home: string
let recipient: Recipient
let accountId: string
let ana: string
let conversationId: string
let event: { eventId: string; communityId: string }

beforeAll(async () => {
  server = await openTestServer('demo')
  home = await server.communityId('les-tilleuls')
  const [first, second] = [
    await asPerson(server, { email: 'plans@test.example', community: 'les-tilleuls' }),
    await asPerson(server, { email: 'plans2@test.example', community: 'les-tilleuls' }),
  ]
  ana = second.userId
  accountId = first.accountId
  const { rows: channels } = await sql<{ id: string }>`
    select channel_id as id from community_channels where community_id = ${home}`.execute(server.db)
  recipient = {
    communityId: home,
    userId: first.userId,
    role: 'neighbor',
    channelIds: channels.map(({ id }) => id),
    hiddenUserIds: [],
  }
  await server.db.deleteFrom('notifications').execute()
  await sql`
    insert into notifications (community_id, user_id, id, kind, subject_kind, subject_community_id, subject_id, told_at, is_read)
    select u.community_id, u.id, gen_random_uuid(), kind, 'event', e.community_id, e.id, e.created_at, false
    from events e join users u on u.community_id = e.community_id cross join unnest(array['alert', 'answer', 'welcome']) kind
    where e.community_id = ${home}
    order by e.id desc limit ${MAX_ROWS}`.execute(server.db)
  await addMessages(server, home, ana, recipient.userId, 3)
  const membership = await server.db
    .selectFrom('conversation_members')
    .select('conversation_id')
    .where('user_id', '=', recipient.userId)
    .executeTakeFirstOrThrow()
  conversationId = membership.conversation_id
  await notifyOfMessages(server.platform, [{ communityId: home, conversationId }])
  const post = await server.db
    .selectFrom('events')
    .select('id')
    .where('community_id', '=', home)
    .where('group_id', '=', 'activity')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  event = { eventId: post.id, communityId: home }
  await sql`vacuum analyze notifications`.execute(server.db)
}, 180_000)
afterAll(() => server.close())

/** Returns the number of rows of `notifications` that `work` reads by sequential scans. */
const countRowsScannedBy = (work: (db: Db) => Promise<unknown>): Promise<number> =>
  server.db.connection().execute(async db => {
    const walked = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(db)
      const { rows } = await sql<{ walked: number }>`
        select seq_tup_read::int as walked from pg_stat_user_tables where relname = 'notifications'`.execute(db)
      return rows[0]!.walked
    }
    await sql`set plan_cache_mode = force_generic_plan`.execute(db)
    // without parallel workers, whose statistics would arrive later
    await sql`set max_parallel_workers_per_gather = 0`.execute(db)
    const before = await walked()
    await work(db)
    return (await walked()) - before
  })

const inContext = (db: Db, work: (given: { tx: Tx; afterCommit: () => void }) => Promise<unknown>) =>
  inTransaction(db, tx => work({ tx, afterCommit: () => {} }))

const remove = (platform: TestServer['platform'], tx: Tx, subjectKind: string, id: string) =>
  removeSubjects(platform, tx, { subjectKind, ids: [id] })

const queries: Record<string, (db: Db, platform: TestServer['platform']) => Promise<unknown>> = {
  'the list': db =>
    findNotifications(db, subjects, [recipient], { before: LAST_ID, skip: 0, page: 1, limit: PAGE_SIZE + 1 }, now),
  'a later page': db =>
    findNotifications(
      db,
      subjects,
      [recipient],
      { before: newId(), skip: PAGE_SIZE, page: 2, limit: PAGE_SIZE + 1 },
      now,
    ),
  'the unread count': db => countUnread(db, subjects, [recipient, { ...recipient, userId: ana }], now),
  'a live event': db =>
    findNotificationsByKey(db, subjects, [
      { kind: 'alert', subjectKind: 'event', subjectId: event.eventId, userId: recipient.userId },
      { kind: 'message', subjectKind: 'conversation', subjectId: conversationId, userId: recipient.userId },
      { kind: 'approval', subjectKind: 'deal', subjectId: event.eventId, userId: recipient.userId },
    ]),
  'marking as read': (_, platform) => markReadUpTo(platform, { ...recipient, accountId } as unknown as Actor, LAST_ID),
  'marking a conversation as read': (_, platform) =>
    markMessageNotificationsRead(platform, [{ subjectId: conversationId, userId: recipient.userId, place: 2 }]),
  'a new message': (_, platform) => notifyOfMessages(platform, [{ communityId: home, conversationId }]),
  'a deleted message': (_, platform) => publishMessageChanges(platform, [conversationId]),
  'a new post': (_, platform) => notifyOfPosts(platform, [event]),
  'a new answer': (db, platform) => inContext(db, work => notifyOfAnswer(platform, work, event)),
  'a retracted answer': (db, platform) => inContext(db, work => retractAnswerNotification(platform, work, event)),
  'a pending member': (db, platform) =>
    inContext(db, work => notifyOfPendingMember(platform, work, { communityId: home, userId: ana })),
  'a member who is no longer pending': (db, platform) =>
    inContext(db, work => retractPendingMemberNotifications(platform, work, { userId: ana })),
  'a deal that is no longer pending': (db, platform) =>
    inContext(db, work => retractDealNotifications(platform, work, { dealId: newId() })),
  'a removed post': (db, platform) => inContext(db, ({ tx }) => remove(platform, tx, 'event', event.eventId)),
  'a removed conversation': async (db, platform) => {
    await inContext(db, ({ tx }) => remove(platform, tx, 'conversation', conversationId))
    await db.deleteFrom('conversations').where('community_id', '=', home).where('id', '=', conversationId).execute()
  },
  'a deleted member': db => db.deleteFrom('users').where('community_id', '=', home).where('id', '=', ana).execute(),
}

describe('with many notifications', () => {
  it('the counter of scanned rows detects a scan of the whole table', async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from notifications`.execute(server.db)
    expect(rows[0]!.count).toBeGreaterThan(MIN_ROWS)
    expect(await countRowsScannedBy(db => sql`select max(place) from notifications`.execute(db))).toBe(rows[0]!.count)
  })

  it.each(Object.keys(queries))('a query reads notifications by an index, not by a table scan: %s', async name => {
    expect(await countRowsScannedBy(db => queries[name]!(db, { ...server.platform, db }))).toBe(0)
  })
})
