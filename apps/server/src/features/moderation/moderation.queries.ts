import type { Language } from '@parvis/contract/language.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { ListStart } from '#server/kernel/http/pagination.ts'
import type { Db, Tables, Tx } from '#server/kernel/postgres/db.ts'
import { mediaColumn, type MediaRow } from '#server/kernel/picture.ts'
import { type AuthorRow, fullAuthorColumn } from '#server/kernel/author.ts'
import { selectRow, selectRows } from '#server/kernel/postgres/rows.ts'
import { isPendingColumn } from './moderation.columns.ts'

export type CaseRow = Selectable<Tables['moderation_cases']> & {
  community_name: string
  custom_uri: string
  organization_id: string | null
  timezone: string
  author: AuthorRow | null
  /** Known until the author is erased: the decision still applies to a departed member who comes back. */
  author_account_id: string | null
  author_role: Role | null
  decider: AuthorRow | null
  picture: MediaRow | null
}

const cases = (condition: RawBuilder<unknown>) => sql<CaseRow>`
  select k.*, c.name as community_name, c.custom_uri, c.organization_id, c.timezone,
    case when u.gone_at is null and u.id is not null then ${fullAuthorColumn('u')} end as author, u.account_id as author_account_id, u.role as author_role,
    case when by.id is not null then ${fullAuthorColumn('by')} end as decider, ${mediaColumn('m')} as picture
  from moderation_cases k
  join communities c on c.id = k.community_id
  left join users u on u.community_id = k.author_community_id and u.id = k.author_id and u.erased_at is null
  left join users by on by.id = k.decided_by
  left join media m on m.id = k.picture_ids[1]
  ${condition}`

/** Whether the actor moderates the community `c` of the case `k` and is not the author of its content. */
const isDecidableBy = ({ accountId, communityId, organizationId }: Actor, everywhere: boolean) => sql<boolean>`(
  (${everywhere} or c.id = ${communityId}::uuid or c.organization_id = ${organizationId}::uuid)
  and u.account_id is distinct from ${accountId}::uuid)`

/** Whether the case is pending for this actor: an appeal is not pending for the person who made the decision. */
const isPendingFor = ({ accountId }: Actor) =>
  sql<boolean>`(${isPendingColumn} and (k.decided_at is null or k.decided_by_account is distinct from ${accountId}::uuid))`

export const MAX_PENDING_CASES = 500

export const findPendingCases = async (db: Db, actor: Actor, everywhere: boolean): Promise<CaseRow[]> =>
  (
    await cases(sql`where ${isDecidableBy(actor, everywhere)} and ${isPendingFor(actor)}
      order by k.concerns_minor desc, coalesce(k.appealed_at, k.opened_at), k.id limit ${MAX_PENDING_CASES}`).execute(
      db,
    )
  ).rows

export const countPendingCases = async (db: Db, actor: Actor, everywhere: boolean): Promise<number> => {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (
      select from moderation_cases k join communities c on c.id = k.community_id
      left join users u on u.community_id = k.author_community_id and u.id = k.author_id
      where ${isDecidableBy(actor, everywhere)} and ${isPendingFor(actor)} limit ${MAX_PENDING_CASES}) counted`.execute(
    db,
  )
  return rows[0]!.waiting
}

export const findDecidedCases = async (
  db: Db,
  actor: Actor,
  everywhere: boolean,
  { before, skip, limit }: ListStart,
): Promise<CaseRow[]> =>
  (
    await cases(sql`where ${isDecidableBy(actor, everywhere)} and k.decided_at is not null and not ${isPendingFor(actor)}
      and (k.decided_at, k.id) < (coalesce((select b.decided_at from moderation_cases b where b.id = ${before}::uuid), 'infinity'), ${before}::uuid)
      order by k.decided_at desc, k.id desc offset ${skip} limit ${limit}`).execute(db)
  ).rows

export const findCase = async (db: Db | Tx, id: string): Promise<CaseRow | undefined> =>
  (await cases(sql`where k.id = ${id}::uuid`).execute(db)).rows[0]

export const lockCase = async (tx: Tx, id: string): Promise<CaseRow | undefined> => {
  await tx.selectFrom('moderation_cases').select('id').where('id', '=', id).forUpdate().execute()
  return findCase(tx, id)
}

export const findOwnCases = async (db: Db, userId: string): Promise<CaseRow[]> =>
  (
    await cases(sql`where k.author_id = ${userId}::uuid and k.decided_at is not null
      and (k.decision <> 'keep' or k.restored_at is not null) order by k.decided_at desc limit 100`).execute(db)
  ).rows

export const findCaseByToken = async (db: Db, tokenHash: string): Promise<CaseRow | undefined> =>
  (await cases(sql`where k.appeal_token_hash = ${tokenHash}`).execute(db)).rows[0]

export const findAuthorsById = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, AuthorRow>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ author: AuthorRow }>`
    select ${fullAuthorColumn('u')} as author from users u where u.id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ author }) => [author.id, author]))
}

export interface MonthRow {
  month: string
  reports: number
  cases: number
  waiting: number
  keep: number
  hide: number
  warn: number
  suspend: number
  remove: number
  appeals: number
  overturned: number
  median_hours: number | null
}

/**
 * Counts of cases by the month in which they were opened (community’s time zone), the latest first, without months that
 * have no case. Cases of today are left out, because a sudden count could reveal who reported in a conversation of two.
 */
export const countByMonth = async (db: Db, communityId: string, months: number, now: Date): Promise<MonthRow[]> => {
  const decided = (decision: string) => sql`count(*) filter (where k.decision = ${sql.lit(decision)})::int`
  return selectRows(
    db,
    sql<MonthRow>`
    select to_char(k.opened_at at time zone c.timezone, 'YYYY-MM') as month, sum(k.flags_count)::int as reports,
      count(*)::int as cases, count(*) filter (where k.decided_at is null)::int as waiting,
      ${decided('keep')} as keep, ${decided('hide')} as hide, ${decided('warn')} as warn, ${decided('suspend')} as suspend,
      ${decided('remove')} as remove, count(k.appealed_at)::int as appeals,
      count(*) filter (where k.appeal_overturned)::int as overturned,
      round((percentile_cont(0.5) within group (order by extract(epoch from k.decided_at - k.opened_at))
        filter (where k.flags_count > 0) / 3600)::numeric, 1)::float8
        as median_hours
    from moderation_cases k join communities c on c.id = k.community_id
    where k.community_id = ${communityId}
      and k.opened_at >= (date_trunc('month', ${now}::timestamptz at time zone c.timezone) - make_interval(months => ${months - 1}))
        at time zone c.timezone
      and k.opened_at < date_trunc('day', ${now}::timestamptz at time zone c.timezone) at time zone c.timezone
    group by 1 order by 1 desc`,
  )
}

export interface MailRecipient {
  email: string
  language: Language
}

/**
 * Returns the administrators and webmasters of a community except the author and the decider; `withAllWebmasters` adds
 * the webmasters of all communities.
 */
export const findTeamRecipients = (
  db: Db,
  {
    community_id,
    author_account_id,
    decided_by_account,
  }: Pick<CaseRow, 'community_id' | 'author_account_id' | 'decided_by_account'>,
  withAllWebmasters: boolean,
): Promise<MailRecipient[]> =>
  selectRows(
    db,
    sql<MailRecipient>`
    select distinct on (a.email) a.email, coalesce(a.language, c.default_lang) as language
    from users u join accounts a on a.id = u.account_id join communities c on c.id = u.community_id
    where a.email is not null and a.confirmed_at is not null and u.disabled_at is null and u.gone_at is null and not u.first_login
      and u.account_id is distinct from ${author_account_id}::uuid and u.account_id is distinct from ${decided_by_account}::uuid
      and ((u.community_id = ${community_id} and u.role in ('administrator', 'webmaster'))
        or (${withAllWebmasters} and u.role = 'webmaster'))
    order by a.email`,
  )

/** Whether somebody other than the decider and the author may decide on an appeal. */
export const isSecondPersonAvailable = async (
  db: Db,
  {
    community_id,
    organization_id,
    author_account_id,
    decided_by_account,
  }: Pick<CaseRow, 'community_id' | 'organization_id' | 'author_account_id' | 'decided_by_account'>,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from users u join communities c on c.id = u.community_id
      where u.role in ('administrator', 'webmaster') and u.disabled_at is null and u.gone_at is null and not u.first_login
        and (u.suspended_until is null or u.suspended_until <= ${now})
        and u.account_id is distinct from ${author_account_id}::uuid and u.account_id is distinct from ${decided_by_account}::uuid
        and (u.role = 'webmaster' or c.id = ${community_id}::uuid or c.organization_id = ${organization_id}::uuid)) as found`.execute(
    db,
  )
  return rows[0]!.found
}

export const findAuthorRecipient = (
  db: Db,
  { author_id, author_community_id }: Pick<CaseRow, 'author_id' | 'author_community_id'>,
): Promise<(MailRecipient & { disabled: boolean; custom_uri: string }) | undefined> =>
  selectRow(
    db,
    sql<MailRecipient & { disabled: boolean; custom_uri: string }>`
    select a.email, coalesce(a.language, c.default_lang) as language, u.disabled_at is not null as disabled, c.custom_uri
    from users u join accounts a on a.id = u.account_id join communities c on c.id = u.community_id
    where u.community_id = ${author_community_id} and u.id = ${author_id} and u.gone_at is null
      and a.email is not null and a.confirmed_at is not null`,
  )

/**
 * Returns the pending cases that have reached one of these ages in hours without a reminder at that age; `hours` of a
 * row is the highest such age.
 */
export const findOverdueCases = (db: Db, hours: readonly number[], now: Date) =>
  selectRows(
    db,
    sql<{ id: string; hours: number }>`
    select k.id, max(due.hours) as hours
    from moderation_cases k join unnest(${hours}::int[]) as due (hours) on due.hours > k.reminded_hours
      and coalesce(k.appealed_at, k.opened_at) <= ${now}::timestamptz - make_interval(hours => due.hours)
    where ${isPendingColumn} group by k.id limit 1000`,
  )

/** Returns cases whose removed content can be erased: no appeal is possible any more, or the appeal has failed. */
export const findFinalRemovals = async (db: Db, decidedBefore: Date, limit: number) =>
  db
    .selectFrom('moderation_cases')
    .select(['id', 'community_id', 'subject_id', 'kind'])
    .where('decision', '=', 'remove')
    .where('restored_at', 'is', null)
    .where('erased_at', 'is', null)
    .where(eb =>
      eb.or([
        eb.and([eb('appealed_at', 'is', null), eb('decided_at', '<', decidedBefore)]),
        eb('appeal_decided_at', 'is not', null),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
