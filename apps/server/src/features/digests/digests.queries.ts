import { type RawBuilder, sql } from 'kysely'
import type { Language } from '@parvis/contract/language.ts'
import { type CurrentAgeRule, isMinorColumn } from '#server/kernel/minors.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { canBeNotified } from '../notifications/notifications.columns.ts'
import { SENDING_STARTS, SENDING_ENDS, type DigestState, DAYS_AWAY_FOR_DEFAULT_DIGEST } from './digests.policy.ts'

export interface MemberKey {
  communityId: string
  userId: string
}

export interface DigestRow extends DigestState {
  email: string | null
  language: Language
  community: string
  customUri: string
}

export const findDigest = (db: Db, { communityId, userId }: MemberKey): Promise<DigestRow | undefined> =>
  db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .leftJoin('digests as d', join =>
      join.onRef('d.community_id', '=', 'u.community_id').onRef('d.user_id', '=', 'u.id'),
    )
    .leftJoin('visits as v', join =>
      join.onRef('v.community_id', '=', 'u.community_id').onRef('v.user_id', '=', 'u.id'),
    )
    .select(['d.rhythm', 'd.told_until as toldUntil', 'v.seen_at as seenAt', 'c.name as community'])
    .select('c.custom_uri as customUri')
    .select(eb => [
      eb.case().when('a.confirmed_at', 'is not', null).then(eb.ref('a.email')).end().as('email'),
      eb.fn.coalesce('a.language', 'c.default_lang').as('language'),
    ])
    .where('u.community_id', '=', communityId)
    .where('u.id', '=', userId)
    .executeTakeFirst()

/** Also finds departed members until they are erased, so that they can still stop digests. */
export const findDigestByLink = (db: Db, linkHash: string) =>
  db
    .selectFrom('digests as d')
    .innerJoin('communities as c', 'c.id', 'd.community_id')
    .innerJoin('users as u', join =>
      join.onRef('u.community_id', '=', 'd.community_id').onRef('u.id', '=', 'd.user_id'),
    )
    .select(['d.community_id as communityId', 'd.user_id as userId', 'd.rhythm', 'c.name as community'])
    .where('d.link_hash', '=', linkHash)
    .where('u.erased_at', 'is', null)
    .executeTakeFirst()

/** Communities whose sending time has started but that have no `digest_days` row yet, with their local day. */
export const unstartedDigestDays = (now: Date, limit: number) => sql<{ community_id: string; day: string }>`
  select c.id as community_id, local.day from communities c
  cross join lateral (select (${now}::timestamptz at time zone c.timezone)::date as day,
    (${now}::timestamptz at time zone c.timezone)::time as time) local
  where local.time >= ${SENDING_STARTS}::time and local.time < ${SENDING_ENDS}::time
    and not exists (select from digest_days d where d.community_id = c.id and d.day = local.day)
  order by c.id limit ${limit}`

const isDueByDefault = ({ now, consentAge }: CurrentAgeRule): RawBuilder<boolean> => sql<boolean>`(d.rhythm is null
  and v.seen_at between ${now}::timestamptz - make_interval(days => ${DAYS_AWAY_FOR_DEFAULT_DIGEST.most})
    and ${now}::timestamptz - make_interval(days => ${DAYS_AWAY_FOR_DEFAULT_DIGEST.least})
  and not ${isMinorColumn('u', now, consentAge)})`

export const dueMembers = (
  { communityId, after, limit }: { communityId: string; after: string; limit: number },
  includesWeekly: boolean,
  ages: CurrentAgeRule,
) => sql<{ id: string }>`
  select u.id from users u
  join communities c on c.id = u.community_id
  join accounts a on a.id = u.account_id
  left join digests d on d.community_id = u.community_id and d.user_id = u.id
  left join visits v on v.community_id = u.community_id and v.user_id = u.id
  where u.community_id = ${communityId} and u.id > ${after}::uuid
    and ${canBeNotified(ages.now)} and not u.first_login and not u.need_update
    and (u.suspended_until is null or u.suspended_until <= ${ages.now}::timestamptz)
    and a.email is not null and a.confirmed_at is not null and a.deleted_at is null
    and (d.rhythm = 'daily' or (${includesWeekly}::boolean and (d.rhythm = 'weekly' or ${isDueByDefault(ages)})))
  order by u.id limit ${limit}`

export const lockDigestDay = async (tx: Tx, communityId: string, day: string) =>
  tx
    .selectFrom('digest_days as d')
    .innerJoin('communities as c', 'c.id', 'd.community_id')
    .select(['d.reached', 'c.timezone'])
    .where('d.community_id', '=', communityId)
    .where('d.day', '=', day)
    .forUpdate('d')
    .executeTakeFirst()
