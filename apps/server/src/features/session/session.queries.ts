import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { blockedUserIdsColumn } from '#server/kernel/blocked-users.ts'
import { stayIdsColumn, stayPlaceColumn } from './stay.columns.ts'
import { actorColumns, actorOf, type ActorSettings } from './actor.columns.ts'
import { initialColumn } from '#server/kernel/author.ts'
import { canLogIn } from './access.service.ts'

export interface FoundSession {
  actor: Actor
  createdAt: Date
  seenAt: Date
  canLogIn: boolean
}

/** The sessions of these token hashes, including expired ones, with their users and communities. */
export const findSessions = async (
  db: Db,
  tokenHashes: readonly string[],
  now: Date,
  settings: ActorSettings,
): Promise<Map<string, FoundSession>> => {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', join =>
      join.onRef('u.community_id', '=', 's.community_id').onRef('u.id', '=', 's.user_id'),
    )
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .innerJoin('communities as c', 'c.id', 's.community_id')
    .select([
      's.token_hash',
      's.id',
      's.strategy',
      's.in_shell',
      's.created_at',
      's.seen_at',
      's.password_due',
      's.proved_at',
    ])
    .select(actorColumns(now, settings))
    .where(sql<boolean>`s.token_hash = any(${tokenHashes}::text[])`)
    .execute()
  return new Map(
    rows.map(row => [
      row.token_hash,
      {
        createdAt: row.created_at,
        seenAt: row.seen_at,
        canLogIn: canLogIn(row, row.timezone, now),
        actor: actorOf(
          row,
          {
            sessionId: row.id,
            strategy: row.strategy,
            isShellSession: row.in_shell,
            mustSetPassword: row.password_due,
            loggedInAt: row.created_at,
            accountOwnershipProvedAt: row.proved_at,
          },
          now,
          settings,
        ),
      },
    ]),
  )
}

export const findSessionUser = async (db: Db, { communityId, userId, blockedIds }: Actor, today: string) =>
  db
    .selectFrom('users as u')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select(initialColumn('u').as('initial'))
    .select(stayPlaceColumn('u', today).as('stay_place_id'))
    .select(sql<number>`all_unread_messages(u.id, ${blockedIds}::uuid[])`.as('not_read'))
    .select([stayIdsColumn('u').as('stay_ids'), blockedUserIdsColumn('u').as('blocked_ids')])
    .select([
      'u.id',
      'u.pseudo',
      'u.firstname',
      'u.lastname',
      'u.building',
      'u.role',
      'u.photo_id',
      'u.gender',
      'u.company',
      'u.need_update',
      'u.first_login',
      'u.description',
      'u.description_en',
      'u.job',
      'u.hobbies',
      'u.phone',
      'u.address',
      'u.zip_code',
      'u.city',
      'u.floor',
      'u.apartment_number',
      'u.building_access',
      'u.birthdate',
      'c.custom_uri',
      'c.residence',
      'c.district',
      'c.address as community_address',
      'c.zip_code as community_zip_code',
      'c.city as community_city',
    ])
    .where('u.community_id', '=', communityId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()

export const findAccountSessions = (db: Db, accountId: string) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', join =>
      join.onRef('u.community_id', '=', 's.community_id').onRef('u.id', '=', 's.user_id'),
    )
    .select(['s.id', 's.device', 's.in_shell', 's.created_at', 's.seen_at', 'u.role'])
    .where('s.account_id', '=', accountId)
    .orderBy('s.seen_at', 'desc')
    .execute()

export const findTokenHash = async (db: Db, sessionId: string): Promise<string | undefined> =>
  (await db.selectFrom('sessions').select('token_hash').where('id', '=', sessionId).executeTakeFirst())?.token_hash

/** All memberships of the account, with the columns that decide whether it may log in there. */
export const findMemberships = (db: Db, accountId: string) =>
  db
    .selectFrom('users as u')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select(['u.id', 'u.role', 'c.id as community_id', 'c.name', 'c.custom_uri', 'c.logo_id', 'c.timezone'])
    .select(['u.enabled_at', 'u.disabled_at', 'u.first_login', 'u.member_until', 'u.gone_at'])
    .where('u.account_id', '=', accountId)
    .orderBy('c.name')
    .execute()
