import type { Role } from '@parvis/contract/roles.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { authorColumn, type AuthorRow } from '#server/kernel/author.ts'
import { isActiveMemberColumn } from '#server/kernel/membership.ts'
import { type AgeRule, currentAgeRule } from '#server/kernel/minors.ts'
import { selectRow, selectRows } from '#server/kernel/postgres/rows.ts'
import { isBlockedByColumn } from './blocks.columns.ts'

export interface BlockTargetRow {
  community_id: string
  author: AuthorRow
  /** Whether the user is approved, has a completed profile and is still a member. */
  is_there: boolean
  is_blocked: boolean
}

/** Finds a user of the actor’s community or of another community of its organisation; guests are not found. */
export const findBlockTarget = (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  { userId, communityId, organizationId }: Actor,
  id: string,
): Promise<BlockTargetRow | undefined> =>
  selectRow(
    db,
    sql<BlockTargetRow>`
    select u.community_id, ${authorColumn('u', currentAgeRule({ clock, settings }))} as author, ${isActiveMemberColumn} as is_there,
      ${isBlockedByColumn('u', userId)} as is_blocked from users u
    where u.id = ${id} and u.role <> 'guest' and u.gone_at is null and (u.community_id = ${communityId}
      or u.community_id in (select id from communities where organization_id = ${organizationId}))`,
  )

export const findBlockedUsers = (db: Db, { userId }: Pick<Actor, 'userId'>, ageRule: AgeRule) =>
  db
    .selectFrom('user_blocks as b')
    .innerJoin('users as u', join =>
      join.onRef('u.community_id', '=', 'b.blocked_community_id').onRef('u.id', '=', 'b.blocked_user_id'),
    )
    .select(['b.created_at', authorColumn('u', ageRule).as('author')])
    .where('b.user_id', '=', userId)
    .where('u.gone_at', 'is', null)
    .orderBy('b.created_at', 'desc')
    .orderBy('u.id')
    .execute()

/** Users who blocked this user or were blocked by them; their `role` decides whether the block is in force. */
export const findBlockPartners = (tx: Tx, userId: string): Promise<{ id: string; role: Role }[]> =>
  selectRows(
    tx,
    sql<{ id: string; role: Role }>`
    select u.id, u.role from (
      select blocked_community_id as community_id, blocked_user_id as id from user_blocks where user_id = ${userId}
      union select community_id, user_id from user_blocks where blocked_user_id = ${userId}) partner
    join users u on u.community_id = partner.community_id and u.id = partner.id`,
  )
