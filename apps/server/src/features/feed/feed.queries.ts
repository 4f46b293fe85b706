import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { authorColumn } from '#server/kernel/author.ts'
import { currentAgeRule } from '#server/kernel/minors.ts'
import { canSeeAllAnswers } from './feed.policy.ts'
import { pinnedKeys } from './feed-keys.queries.ts'
import {
  type FeedPageIndex,
  type FeedPageIndexRow,
  pageIndexLine,
  pageIndexRows,
  parsePageIndex,
  pageStatementOf,
} from './feed-page.queries.ts'

/** Returns undefined if the event does not exist or the viewer may not see it. */
export const findEvent = async (db: Db, actor: Actor, eventId: string): Promise<FeedPageIndexRow | undefined> => {
  const query = pageStatementOf({
    scope: 'one',
    hasSearch: false,
    hasPins: false,
    hasHiddenUsers: actor.hiddenUserIds.length > 0,
  })({
    channelIds: [],
    readChannelIds: actor.channelIds,
    communityId: actor.communityId,
    organizationId: actor.organizationId,
    userId: actor.userId,
    hiddenUserIds: actor.hiddenUserIds,
    filter: eventId,
    authorId: null,
    search: '',
    before: eventId,
    skip: 0,
    most: 1,
    rows: 1,
    canSeeAllAnswers: canSeeAllAnswers(actor),
    seesMinors: false,
    consentAge: 0,
    now: '',
  })
  return parsePageIndex((await db.executeQuery(query)).rows)[0]
}

export const findEvents = async (db: Db, actor: Actor, eventIds: readonly string[]): Promise<FeedPageIndexRow[]> => {
  const { userId, hiddenUserIds } = actor
  const values = { userId, hiddenUserIds, canSeeAllAnswers: canSeeAllAnswers(actor) }
  const { rows } = await sql<FeedPageIndex>`
    with keys as materialized (
      select e.id as event_id, e.community_id from events e
      where e.community_id = ${actor.communityId} and e.id = any (${eventIds}::uuid[]) and e.user_id = ${actor.userId}
      union
      select ec.event_id, ec.community_id from event_channels ec
      where ec.event_id = any (${eventIds}::uuid[]) and ec.channel_id = any (${actor.channelIds}::uuid[])
    ), page_index as (
      ${pageIndexRows(name => sql.val(values[name]), { where: sql`where e.user_id <> all (${hiddenUserIds}::uuid[])` })}
    )
    select string_agg(${pageIndexLine}, '\n') as page from page_index`.execute(db)
  return parsePageIndex(rows)
}

export const hasPins = async (db: Db, communityId: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('events')
    .select('id')
    .where('community_id', '=', communityId)
    .where('pinned_until', '>', now)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const findPinnedIds = async (db: Db, actor: Actor, now: Date): Promise<string[]> => {
  const { communityId, channelIds: readChannelIds, hiddenUserIds } = actor
  const values = { communityId, readChannelIds, hiddenUserIds, now: now.toISOString() }
  const { rows } = await pinnedKeys(name => sql.val(values[name]), hiddenUserIds.length > 0).execute(db)
  return rows.map(row => row.event_id)
}

/** Returns the community of an event, for any caller; undefined if moderators have hidden the event. */
export const findEventCommunity = (db: Db, eventId: string) =>
  db
    .selectFrom('events as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .select(['c.id', 'c.name', 'c.custom_uri', 'c.logo_id'])
    .where('e.id', '=', eventId)
    .where('e.hidden_at', 'is', null)
    .executeTakeFirst()

/** Sort key of an answer: its time in microseconds since 1970, and the user who answered. */
export interface AnswerKey {
  at: string
  userId: string
}

/** Returns users who answered an event, the earliest first, also those of other communities of the organisation. */
export const findAnswerers = (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  eventId: string,
  { communityId, organizationId }: { communityId: string; organizationId: string | null },
  page: { hiddenUserIds: readonly string[]; after: AnswerKey | null; skip: number; limit: number },
) =>
  db
    .selectFrom('event_answers as a')
    .innerJoin('users as u', join =>
      join.onRef('u.id', '=', 'a.user_id').on('u.community_id', 'in', eb =>
        eb
          .selectFrom('communities as c')
          .select('c.id')
          .where(where =>
            where.or([
              where('c.id', '=', communityId),
              ...(organizationId ? [where('c.organization_id', '=', organizationId)] : []),
            ]),
          ),
      ),
    )
    .select([
      authorColumn('u', currentAgeRule({ clock, settings })).as('author'),
      sql<string>`(extract(epoch from a.created_at) * 1000000)::bigint`.as('at'),
    ])
    .where('a.community_id', '=', communityId)
    .where('a.event_id', '=', eventId)
    .where(sql<boolean>`a.user_id <> all (${page.hiddenUserIds}::uuid[])`)
    .$if(page.after !== null, query =>
      query.where(
        sql<boolean>`(a.created_at, a.user_id) >
          (timestamptz 'epoch' + ${page.after!.at}::bigint * interval '1 microsecond', ${page.after!.userId}::uuid)`,
      ),
    )
    .orderBy('a.created_at')
    .orderBy('a.user_id')
    .offset(page.skip)
    .limit(page.limit)
    .execute()
