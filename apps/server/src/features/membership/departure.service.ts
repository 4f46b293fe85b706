// A departing member is hidden at once; for a week all their data is retained, and they may undo the departure.
import type { AuditAct } from '@parvis/contract/audit.ts'
import { DEPARTURE_UNDO_DAYS } from '@parvis/contract/leaving.ts'
import { sql } from 'kysely'
import { isStaff, type Role } from '@parvis/contract/roles.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { selectRows } from '#server/kernel/postgres/rows.ts'
import type { TransactionContext } from '#server/kernel/report.ts'
import type { MembershipKey } from './membership.service.ts'
import { READ_ONLY_DAYS } from '../session/access.service.ts'
import { findDepartureState, findReadingCommunities } from './departure.queries.ts'
import { endAllSessions } from '../session/session.service.ts'

/** The account in all of its communities; with `communityId`, only its membership of that community. */
export interface DepartureScope {
  accountId: string
  communityId?: string
}

/** Whether a staff member must hand over the role before leaving; ignores unused invitations and disabled members. */
export const isActiveStaff = ({
  role,
  first_login,
  disabled_at,
}: {
  role: Role
  first_login: boolean
  disabled_at: Date | null
}): boolean => isStaff(role) && !first_login && disabled_at === null

export const readDepartureState = (db: Db, accountId: string): ReturnType<typeof findDepartureState> =>
  findDepartureState(db, accountId)

/** Neighbours who have not left, but whose stay ended so long ago that they may not even read; at most `limit`. */
export const findExpiredStays = (db: Db, now: Date, limit: number): Promise<MembershipKey[]> =>
  selectRows(
    db,
    sql<MembershipKey>`
    select u.community_id as "communityId", u.id as "userId", u.account_id as "accountId"
    from users u join communities c on c.id = u.community_id
    where u.member_until is not null and u.gone_at is null and u.role = 'neighbor'
      and u.member_until < (${now}::timestamptz at time zone c.timezone)::date - ${READ_ONLY_DAYS}::int
    order by u.member_until, u.id limit ${limit}`,
  )

/** Publishes the departure or return to everybody who can read these members’ content, so that open screens update. */
const publishVisibility = async (
  { bus }: Platform,
  { tx, afterCommit }: TransactionContext,
  members: readonly MembershipKey[],
  isVisible: boolean,
) => {
  const readers = await findReadingCommunities(
    tx,
    members.map(({ communityId }) => communityId),
  )
  const userIds = members.map(({ userId }) => userId)
  afterCommit(() => {
    bus.publish('actor.changed', { userIds, communityIds: [...new Set(readers.map(({ reader }) => reader))] })
    bus.publish('display.changed', { ids: userIds })
    for (const { communityId, userId } of members)
      for (const { community, reader } of readers)
        if (community === communityId) bus.publish('member.gone', { userId, communityId: reader, isVisible })
  })
}

/**
 * Hides the members in this scope, ends their sessions with the commit, and returns their keys. Throws `laststaff` for
 * staff, who must hand over the role first; `error404` if there is no such member.
 */
export const hideMembers = async (
  platform: Platform,
  context: TransactionContext,
  { accountId, communityId, act }: DepartureScope & { act: AuditAct },
  now: Date,
): Promise<MembershipKey[]> => {
  const { tx, afterCommit } = context
  const { bus } = platform
  // Locks the account first, so that no concurrent call can log in to it or add a membership.
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'community_id', 'role', 'first_login', 'disabled_at'])
    .where('account_id', '=', accountId)
    .$if(communityId !== undefined, query => query.where('community_id', '=', communityId!))
    .where('gone_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.some(isActiveStaff)) fail('laststaff')
  if (rows.length === 0) fail('error404')
  const members = rows.map(row => ({ accountId, communityId: row.community_id, userId: row.id }))
  await tx
    .updateTable('users')
    .set({ gone_at: now })
    .where('account_id', '=', accountId)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  if (communityId === undefined)
    await tx.updateTable('accounts').set({ deleted_at: now }).where('id', '=', accountId).execute()
  await endAllSessions(
    { tx, bus, afterCommit },
    { accountId, communityId },
    communityId === undefined ? 'deletion' : 'left',
  )
  for (const { userId, communityId: from } of members) await audit(tx, { act, communityId: from, userId, accountId })
  await publishVisibility(platform, context, members, false)
  return members
}

/**
 * Undoes the departure from one community, or with `isDeleted` the deletion of the account, and publishes it; returns
 * the members, or null if there is nothing to undo any more.
 */
export const restoreMembers = async (
  platform: Platform,
  context: TransactionContext,
  { accountId, communityId, isDeleted }: { accountId: string; communityId: string; isDeleted: boolean },
  address: string,
  onRestored: (members: readonly MembershipKey[]) => Promise<void>,
): Promise<MembershipKey[] | null> => {
  const { tx } = context
  const account = await tx
    .selectFrom('accounts')
    .select('deleted_at')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!account || Boolean(account.deleted_at) !== isDeleted) return null
  const rows = await tx
    .updateTable('users')
    .set({ gone_at: null })
    .where('account_id', '=', accountId)
    .where('erased_at', 'is', null)
    // The erasure of users who departed earlier may have begun, and cannot be undone.
    .where('gone_at', '>', new Date(platform.clock.now().getTime() - DEPARTURE_UNDO_DAYS * DAY_MS))
    .$if(isDeleted, query => query.where('gone_at', '=', account.deleted_at!))
    .$if(!isDeleted, query => query.where('community_id', '=', communityId))
    .returning(['id', 'community_id'])
    .execute()
  if (rows.length === 0) return null
  await tx.updateTable('accounts').set({ deleted_at: null }).where('id', '=', accountId).execute()
  const members = rows.map(row => ({ accountId, communityId: row.community_id, userId: row.id }))
  for (const { userId, communityId: to } of members)
    await audit(tx, { act: 'departure.undone', communityId: to, userId, accountId, address })
  await onRestored(members)
  await publishVisibility(platform, context, members, true)
  return members
}
