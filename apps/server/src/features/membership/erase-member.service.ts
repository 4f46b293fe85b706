// When a departure can no longer be undone, the member is erased, and with the last member of an account the account.
import { DEPARTURE_UNDO_DAYS } from '@parvis/contract/leaving.ts'
import { audit } from '#server/kernel/audit.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { removeSubjects } from '#server/kernel/notification-subject.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { addAccount } from './account.service.ts'
import type { MembershipKey } from './membership.service.ts'
import { findDepartedBefore } from './departure.queries.ts'

/** Members whose undo period is over and who are not erased yet, at most `limit`. */
export const findDueErasures = (db: Db, now: Date, limit: number): Promise<MembershipKey[]> =>
  findDepartedBefore(db, new Date(now.getTime() - DEPARTURE_UNDO_DAYS * DAY_MS), limit)

/**
 * Whether the undo period is over; true also if the user no longer exists, so that an interrupted erasure is completed.
 */
export const isErasureDue = async (db: Db, { communityId, userId }: MembershipKey, now: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('users')
    .select('gone_at')
    .where('community_id', '=', communityId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return !row || (row.gone_at !== null && row.gone_at.getTime() <= now.getTime() - DEPARTURE_UNDO_DAYS * DAY_MS)
}

/** The account, if this member is the last that is not erased; otherwise undefined. */
export const findAccountIfLastMember = (db: Db, { accountId, communityId, userId }: MembershipKey) =>
  db
    .selectFrom('accounts as a')
    .select('a.email')
    .where('a.id', '=', accountId)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('users as u')
            .select('u.id')
            .whereRef('u.account_id', '=', 'a.id')
            .where('u.erased_at', 'is', null)
            .where(of => of.not(of.and([of('u.community_id', '=', communityId), of('u.id', '=', userId)]))),
        ),
      ),
    )
    .executeTakeFirst()

/** Retention of an account without members: a person whom a community refused may use it to register in another one. */
const EMPTY_ACCOUNT_DAYS = 30

/** Deletes accounts without users: deleted accounts after the undo period, all others after `EMPTY_ACCOUNT_DAYS`. */
export const eraseEmptyAccounts = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('accounts as a')
    .where(eb =>
      eb.or([
        eb('a.deleted_at', '<=', new Date(now.getTime() - DEPARTURE_UNDO_DAYS * DAY_MS)),
        eb(eb.fn.coalesce('a.emptied_at', 'a.created_at'), '<=', new Date(now.getTime() - EMPTY_ACCOUNT_DAYS * DAY_MS)),
      ]),
    )
    .where(eb => eb.not(eb.exists(eb.selectFrom('users as u').select('u.id').whereRef('u.account_id', '=', 'a.id'))))
    .execute()
}

export const eraseAvatar = async (db: Db, { communityId, userId }: MembershipKey): Promise<void> => {
  await db
    .updateTable('users')
    .set({ photo_id: null })
    .where('community_id', '=', communityId)
    .where('id', '=', userId)
    .where('gone_at', 'is not', null)
    .execute()
}

/**
 * Erases a member, and with the last member of an account also the account. With `keepPlaceholder`, an empty user with
 * this id remains.
 */
export const eraseMember = async (
  platform: Platform,
  { accountId, communityId, userId }: MembershipKey,
  { keepPlaceholder, now }: { keepPlaceholder: boolean; now: Date },
): Promise<{ isAccountErased: boolean }> =>
  inTransaction(platform.db, async (tx, afterCommit) => {
    // Without this lock, two concurrent erasures would each see the other user, and neither would delete the account.
    const lockedAccount = await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    const deletedUser = await tx
      .deleteFrom('users')
      .where('community_id', '=', communityId)
      .where('id', '=', userId)
      .where('gone_at', 'is not', null)
      .where('erased_at', 'is', null)
      .returning('gone_at')
      .executeTakeFirst()
    if (deletedUser) await removeSubjects(platform, tx, { subjectKind: 'user', ids: [userId] })
    if (deletedUser && keepPlaceholder) {
      await tx
        .insertInto('users')
        .values({
          community_id: communityId,
          id: userId,
          account_id: await addAccount(tx),
          role: 'neighbor',
          pseudo: userId,
          created_at: now,
          enabled_at: null,
          gone_at: deletedUser.gone_at,
          erased_at: now,
        })
        .execute()
    }
    const account = await tx
      .deleteFrom('accounts as a')
      .where('a.id', '=', accountId)
      .where(eb => eb.not(eb.exists(eb.selectFrom('users as u').select('u.id').whereRef('u.account_id', '=', 'a.id'))))
      .returning('a.id')
      .executeTakeFirst()
    if (deletedUser) await audit(tx, { act: 'member.erased', communityId })
    afterCommit(() => {
      platform.bus.publish('actor.changed', { userIds: [userId] })
      platform.bus.publish('display.changed', { ids: [userId] })
    })
    // A retry after an interruption may find that the account is deleted already.
    return { isAccountErased: !lockedAccount || account !== undefined }
  })
