import type { Role } from '@parvis/contract/roles.ts'
import { sql } from 'kysely'
import type { ListStart } from '#server/kernel/http/pagination.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { isNotifiedWebmasterColumn } from '../session/webmaster.columns.ts'
import { initialColumn } from '#server/kernel/author.ts'
import { factorSinceColumn } from '../session/second-factor.columns.ts'

const people = (db: Db, communityId: string) =>
  db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .where('u.community_id', '=', communityId)
    .where('u.role', '<>', 'guest')
    .where('u.gone_at', 'is', null)
    .select([
      'u.id',
      'u.account_id',
      'u.pseudo',
      'u.firstname',
      'u.lastname',
      initialColumn('u').as('initial'),
      'u.building',
      'u.floor',
      'u.apartment_number',
      'u.role',
      'u.photo_id',
      'u.gender',
      'u.company',
      'u.word',
      'u.address',
      'u.zip_code',
      'u.city',
      'u.created_at',
      'u.birthdate',
      'u.disabled_at',
      'u.member_until',
      'u.invited_at',
      'a.email',
      sql<boolean>`(${factorSinceColumn} is not null)`.as('has_factor'),
      sql<Role[]>`(select array_agg(o.role) from users o where o.account_id = a.id and o.gone_at is null)`.as(
        'account_roles',
      ),
      // Reads `visits`, whose rows remain when sessions are deleted.
      sql<Date | null>`(select v.seen_at from visits v where v.community_id = u.community_id and v.user_id = u.id)`.as(
        'seen_at',
      ),
    ])

export type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>

/** Repeats the condition of the partial index on `users`, so that the planner uses the index. */
const isPending = sql<boolean>`u.enabled_at is null and u.disabled_at is null and not u.first_login`

/** Members who have saved their profile and await approval, the longest waiting first. */
export const findPendingMembers = (
  db: Db,
  communityId: string,
  { after, skip, limit }: { after: string | null; skip: number; limit: number },
) =>
  people(db, communityId)
    .where(isPending)
    .$if(after !== null, query => query.where('u.id', '>', after!))
    .orderBy('u.id')
    .offset(skip)
    .limit(limit)
    .execute()

export const findPendingMember = (db: Db, communityId: string, id: string) =>
  people(db, communityId).where(isPending).where('u.id', '=', id).executeTakeFirst()

export const countPendingMembers = async (db: Db, communityId: string): Promise<number> =>
  (
    await db
      .selectFrom('users as u')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('u.community_id', '=', communityId)
      .where('u.role', '<>', 'guest')
      .where('u.gone_at', 'is', null)
      .where(isPending)
      .executeTakeFirstOrThrow()
  ).count

const members = (db: Db, communityId: string) =>
  people(db, communityId).where('u.first_login', '=', false).where('u.enabled_at', 'is not', null)

/** Escapes the wildcards of `like`. */
const escapeLike = (search: string) => search.replace(/[\\%_]/g, '\\$&')

/** Members whose name, pseudo, company, e-mail or flat contains `search` (all without it), the newest first. */
export const findMembers = (db: Db, communityId: string, { search, start }: { search?: string; start: ListStart }) =>
  members(db, communityId)
    .where('u.id', '<', start.before)
    .$if(Boolean(search?.trim()), query =>
      query.where(
        sql<boolean>`fold_name(concat_ws(' ', u.firstname, u.lastname, u.pseudo, u.company, a.email, u.building, u.apartment_number))
          like '%' || fold_name(${escapeLike(search!.trim())}::text) || '%'`,
      ),
    )
    .orderBy('u.id', 'desc')
    .offset(start.skip)
    .$if(start.limit !== null, query => query.limit(start.limit!))
    .execute()

export const findMember = (db: Db, communityId: string, id: string) =>
  members(db, communityId).where('u.id', '=', id).executeTakeFirst()

/** Any user of the community except guests, including those who were invited and have not logged in yet. */
export const findPerson = (db: Db, communityId: string, id: string) =>
  people(db, communityId).where('u.id', '=', id).executeTakeFirst()

const invitations = (db: Db, communityId: string) =>
  people(db, communityId)
    .where(sql<boolean>`u.first_login and u.invited_at is not null`)
    .select(
      sql<Date | null>`(select max(l.expires_at) from link_tokens l
        where l.user_id = u.id and l.community_id = u.community_id and l.purpose = 'invite' and l.spent_at is null)`.as(
        'expires_at',
      ),
    )

/** Invitations that were neither used nor withdrawn, the latest first. */
export const findInvitations = (db: Db, communityId: string, start: ListStart) =>
  invitations(db, communityId)
    .where('u.id', '<', start.before)
    .orderBy('u.id', 'desc')
    .offset(start.skip)
    .$if(start.limit !== null, query => query.limit(start.limit!))
    .execute()

export const findInvitation = (db: Db, communityId: string, id: string) =>
  invitations(db, communityId).where('u.id', '=', id).executeTakeFirst()

export type InvitationRow = Awaited<ReturnType<typeof findInvitations>>[number]

const stays = (db: Db, communityId: string) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('places as p', join =>
      join.onRef('p.community_id', '=', 'b.community_id').onRef('p.id', '=', 'b.place_id'),
    )
    .where('b.community_id', '=', communityId)
    .select(['b.id', 'b.user_id', 'b.place_id', 'b.arrival', 'b.departure', 'p.name', 'p.name_en'])

export type StayRow = Awaited<ReturnType<ReturnType<typeof stays>['executeTakeFirstOrThrow']>>

export const findStays = (db: Db, communityId: string, userId: string) =>
  stays(db, communityId).where('b.user_id', '=', userId).orderBy('b.arrival', 'desc').execute()

export const findStay = (db: Db, communityId: string, id: string) =>
  stays(db, communityId).where('b.id', '=', id).executeTakeFirstOrThrow()

export const countMembers = async (db: Db, communityId: string): Promise<number> =>
  (
    await db
      .selectFrom('users')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('community_id', '=', communityId)
      .where('role', '<>', 'guest')
      .where('first_login', '=', false)
      .where('enabled_at', 'is not', null)
      .where('disabled_at', 'is', null)
      .where('gone_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).count

export const isCampingSite = async (db: Db, communityId: string): Promise<boolean> =>
  (await db
    .selectFrom('communities')
    .select('id')
    .where('id', '=', communityId)
    .where('community_type', '=', 'Camping')
    .executeTakeFirst()) !== undefined

/** The account ids of all webmasters who receive mails about the installation, except `accountId`. */
export const findOtherWebmasterAccountIds = async (tx: Tx, accountId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('users as u')
      .select('u.account_id')
      .distinct()
      .where(isNotifiedWebmasterColumn)
      .where('u.account_id', '<>', accountId)
      .execute()
  ).map(row => row.account_id)

/** The data of a mail about a role change; null if the recipient or one of the two members has left. */
export const findTeamMailData = async (
  db: Db,
  { accountId, communityId, byId, userId }: { accountId: string; communityId: string; byId: string; userId: string },
) => {
  const recipient = await db
    .selectFrom('accounts as a')
    .innerJoin('communities as c', join => join.on('c.id', '=', communityId))
    .select(['a.email', 'a.language', 'c.default_lang', 'c.name'])
    .where('a.id', '=', accountId)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst()
  const people = await db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .select(['u.id', 'u.pseudo', 'u.firstname', 'u.lastname', 'u.first_login', 'a.email'])
    .where('u.community_id', '=', communityId)
    .where('u.id', 'in', [byId, userId])
    .execute()
  const by = people.find(({ id }) => id === byId)
  const subject = people.find(({ id }) => id === userId)
  if (!recipient?.email || !by || !subject) return null
  const nameOf = ({ firstname, lastname, pseudo }: typeof by) =>
    [firstname, lastname].filter(Boolean).join(' ') || pseudo
  return {
    to: recipient.email,
    language: recipient.language ?? recipient.default_lang,
    community: recipient.name,
    by: nameOf(by),
    /** For a member who has not logged in yet, the e-mail address; null if the member was invited by letter. */
    name: subject.first_login ? subject.email : nameOf(subject),
  }
}
