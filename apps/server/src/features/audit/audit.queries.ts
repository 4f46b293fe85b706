// The audit log may be long: every search reads an index from the latest entry on and stops after one page.
import {
  allAuditActs,
  AUDIT_PAGE_SIZE,
  type AuditAct,
  isCaseAct,
  MAX_AUDIT_COMMUNITIES,
  reportActs,
  subjectKindOf,
} from '@parvis/contract/audit.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ReportedKind } from '@parvis/contract/moderation.ts'
import type { Role } from '@parvis/contract/roles.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { selectRows } from '#server/kernel/postgres/rows.ts'

export interface EntryRow {
  id: string
  at: Date
  act: AuditAct
  community_id: string | null
  user_id: string | null
  account_id: string | null
  address: string | null
  subject_id: string | null
}

export interface AuditFilter {
  acts: readonly AuditAct[] | null
  communityId: string | null
  from: Date | null
  /** Exclusive: the end of the last day. */
  until: Date | null
  /** An entry is found when it matches at least one of these keys. */
  searchKeys: {
    userIds: readonly string[]
    accountIds: readonly string[]
    address: string
    subjectIds: readonly string[]
  } | null
}

/** Cursor: identifies the last entry of the previous page. */
export interface EntryKey {
  id: string
  /** The timestamp as PostgreSQL writes it, with microseconds, which a `Date` would lose. */
  at: string
}

export const findEntryKey = (db: Db, id: string): Promise<EntryKey | undefined> =>
  db
    .selectFrom('audit_log')
    .select(['id', sql<string>`at::text`.as('at')])
    .where('id', '=', id)
    .executeTakeFirst()

const allOf = (conditions: readonly RawBuilder<unknown>[]) => sql.join([sql`true`, ...conditions], sql` and `)

/** The query for one page of entries, latest first, plus one entry that shows whether there is a next page. */
export const buildPageQuery = (filter: AuditFilter, after: EntryKey | null): RawBuilder<EntryRow> => {
  const { communityId, from, until, searchKeys } = filter
  // The index on communities has `act` as its second column, so the query lists all acts in order to use that index.
  const acts = filter.acts ?? (communityId && !searchKeys ? allAuditActs : null)
  const baseConditions = [
    ...(from ? [sql`l.at >= ${from}`] : []),
    ...(until ? [sql`l.at < ${until}`] : []),
    ...(after ? [sql`(l.at, l.id) < (${after.at}::timestamptz, ${after.id}::uuid)`] : []),
    ...(communityId ? [sql`l.community_id = ${communityId}`] : []),
  ]
  const latest = (conditions: readonly RawBuilder<unknown>[]) => sql`
    select l.id, l.at, l.act, l.community_id, l.user_id, l.account_id, l.address, l.subject_id from audit_log l
    where ${allOf([...conditions, ...baseConditions])} order by l.at desc, l.id desc limit ${AUDIT_PAGE_SIZE + 1}`
  const latestOfEach = (column: string, keys: RawBuilder<unknown>, more: readonly RawBuilder<unknown>[] = []) => sql`
    select found.* from unnest(${keys}) as wanted (key)
    cross join lateral (${latest([sql`l.${sql.ref(column)} = wanted.key`, ...more])}) found`
  const ids = (keys: readonly string[]) => sql`${keys}::uuid[]`
  const texts = (keys: readonly string[]) => sql`${keys}::text[]`
  const ofActs = acts ? [sql`l.act = any(${acts}::text[])`] : []
  // Reports are anonymous: a search for the reporter must not find them.
  const byWho = [...ofActs, sql`l.act <> all(${[...reportActs]}::text[])`]
  const parts = searchKeys
    ? [
        latestOfEach('user_id', ids(searchKeys.userIds), byWho),
        latestOfEach('account_id', ids(searchKeys.accountIds), byWho),
        latestOfEach('subject_id', ids(searchKeys.subjectIds), ofActs),
        latestOfEach('address', texts([searchKeys.address]), byWho),
      ]
    : !acts
      ? [latest([])]
      : communityId
        ? [latestOfEach('act', texts(acts))]
        : // Acts are literals, so that the planner knows from the statistics which ones are rare and uses the index.
          acts.map(act => latest([sql`l.act = ${sql.lit(act)}`]))
  const found = sql.join(
    parts.map(part => sql`(${part})`),
    sql` union `,
  )
  return sql<EntryRow>`select * from (${found}) entries order by at desc, id desc limit ${AUDIT_PAGE_SIZE + 1}`
}

export const findEntries = async (db: Db, filter: AuditFilter, after: EntryKey | null): Promise<EntryRow[]> =>
  (await buildPageQuery(filter, after).execute(db)).rows

const MAX_PEOPLE = 50
const LAST_CHARACTER = '\u{10ffff}'

const personWords = sql`person_words(firstname, lastname, pseudo, company)`

/** Finds people by prefixes of their names (each word must match) or by a prefix of their e-mail address. */
export const findPeople = async (db: Db, words: string): Promise<{ id: string; account_id: string }[]> => {
  const email = words.toLowerCase()
  return selectRows(
    db,
    sql<{ id: string; account_id: string }>`
    (select id, account_id from users
      where ${personWords} @@ (select to_tsquery('pg_catalog.simple', string_agg(word || ':*', ' & '))
        from regexp_split_to_table(lower(trim(plain_words(${words}))), ' +') word where word <> '')
        and gone_at is null
      order by id desc limit ${MAX_PEOPLE})
    union
    (select u.id, a.id from accounts a join users u on u.account_id = a.id and u.gone_at is null
      where a.email is not null and lower(a.email) ~>=~ ${email} and lower(a.email) ~<~ ${email + LAST_CHARACTER}
      order by a.id desc limit ${MAX_PEOPLE})`,
  )
}

/** Ids of content by these users that was reported to moderators, latest first. */
export const findModeratedSubjectIds = async (db: Db, userIds: readonly string[]): Promise<string[]> => {
  if (userIds.length === 0) return []
  const { rows } = await sql<{ subject_id: string }>`
    select subject_id from moderation_cases where author_id = any(${userIds}::uuid[]) and kind <> 'user'
    order by id desc limit ${MAX_PEOPLE}`.execute(db)
  return rows.map(row => row.subject_id)
}

export interface PersonRow {
  id: string
  community_id: string
  account_id: string
  pseudo: string
  firstname: string | null
  lastname: string | null
  company: string | null
  role: Role
}

export interface AuditCommunityRow {
  id: string
  name: string | null
  custom_uri: string
}

export const findCommunities = (db: Db): Promise<AuditCommunityRow[]> =>
  db
    .selectFrom('communities')
    .select(['id', 'name', 'custom_uri'])
    .orderBy('name')
    .limit(MAX_AUDIT_COMMUNITIES)
    .execute()

interface CaseSubject {
  kind: ReportedKind
  author_id: string | null
}

export const communityExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('communities').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export interface ReferencedEntities {
  users: ReadonlyMap<string, PersonRow>
  /** Members by account id, for entries that name only an account. */
  members: ReadonlyMap<string, readonly PersonRow[]>
  emails: ReadonlyMap<string, string | null>
  communities: ReadonlyMap<string, AuditCommunityRow>
  cases: ReadonlyMap<string, CaseSubject>
  /** Subject ids of content that still exists. */
  existingIds: ReadonlySet<string>
}

const activeUsers = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'community_id', 'account_id', 'pseudo', 'firstname', 'lastname', 'company', 'role'])
    .where('gone_at', 'is', null)

const uniqueIds = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter(id => id !== null))]

export const findReferencedEntities = async (db: Db, rows: readonly EntryRow[]): Promise<ReferencedEntities> => {
  const cases = await findCaseSubjects(
    db,
    rows.flatMap(({ act, subject_id }) => (subject_id && isCaseAct(act) ? [subject_id] : [])),
  )
  const kindOf = ({ act, subject_id }: EntryRow) =>
    (subject_id && isCaseAct(act) && cases.get(subject_id)?.kind) || subjectKindOf(act)
  const subjectsOf = (kind: string) => rows.filter(({ act }) => subjectKindOf(act) === kind)
  const userIds = uniqueIds([
    ...rows.map(row => row.user_id),
    ...subjectsOf('member').map(row => row.subject_id),
    ...[...cases.values()].map(({ author_id }) => author_id),
  ])
  const accountIds = uniqueIds(rows.map(row => row.account_id))
  const communityIds = uniqueIds([
    ...rows.map(row => row.community_id),
    ...subjectsOf('community').map(row => row.subject_id),
  ])
  const contentRows = rows.flatMap(row => {
    const kind = kindOf(row)
    const isContent = row.subject_id !== null && kind !== null && kind !== 'member' && kind !== 'community'
    return isContent ? [{ ...row, kind }] : []
  })
  const hasIdIn = (ids: readonly string[]) => sql<boolean>`id = any(${ids}::uuid[])`
  const [users, members, accounts, communities, existingIds] = await Promise.all([
    activeUsers(db).where(hasIdIn(userIds)).execute(),
    activeUsers(db)
      .where(sql<boolean>`account_id = any(${accountIds}::uuid[])`)
      .orderBy('id')
      .execute(),
    db.selectFrom('accounts').select(['id', 'email']).where(hasIdIn(accountIds)).execute(),
    db.selectFrom('communities').select(['id', 'name', 'custom_uri']).where(hasIdIn(communityIds)).execute(),
    findExistingIds(db, contentRows),
  ])
  return {
    users: new Map(users.map(row => [row.id, row])),
    members: Map.groupBy(members, row => row.account_id),
    emails: new Map(accounts.map(({ id, email }) => [id, email])),
    communities: new Map(communities.map(row => [row.id, row])),
    cases,
    existingIds,
  }
}

const findCaseSubjects = async (db: Db, ids: readonly string[]): Promise<Map<string, CaseSubject>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<CaseSubject & { subject_id: string }>`
    select distinct on (subject_id) subject_id, kind, author_id from moderation_cases
    where subject_id = any(${ids}::uuid[]) order by subject_id, opened_at desc`.execute(db)
  return new Map(rows.map(({ subject_id, ...row }) => [subject_id, row]))
}

const findExistingIds = async (db: Db, rows: readonly (EntryRow & { kind: string })[]): Promise<Set<string>> => {
  if (rows.length === 0) return new Set()
  const { rows: found } = await sql<{ id: string }>`
    select s.id from unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(row => row.subject_id)}::uuid[],
      ${rows.map(row => row.community_id)}::uuid[]) as s (kind, id, community_id)
    where case s.kind
      when 'post' then exists (select from events e where e.community_id = s.community_id and e.id = s.id)
      when 'message' then exists (
        select from messages m where m.community_id = s.community_id and m.id = s.id and m.deleted_at is null)
      when 'deal' then exists (select from deals d where d.id = s.id)
      when 'place' then exists (
        select from places p where p.community_id = s.community_id and p.id = s.id and p.removed_at is null)
      when 'template' then exists (select from templates t where t.id = s.id and t.removed_at is null)
      else false end`.execute(db)
  return new Set(found.map(({ id }) => id))
}
