// An account belongs to a person, and has a user in each community that the person has joined.
import type { Language } from '@parvis/contract/language.ts'
import { sql } from 'kysely'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { deleteInBatches } from '#server/kernel/postgres/delete-in-batches.ts'
import { sessionLifetimeMs } from '../session/access.service.ts'
import type { MembershipKey } from './membership.service.ts'

/** Inserts an account, by default without an e-mail or a password, and returns its id. */
export const addAccount = async (
  tx: Tx,
  {
    email = null,
    passwordHash = null,
    confirmedAt = null,
    language = null,
  }: {
    email?: string | null
    passwordHash?: string | null
    confirmedAt?: Date | null
    language?: Language | null
  } = {},
): Promise<string> => {
  const id = newId()
  await tx
    .insertInto('accounts')
    .values({ id, email, password_hash: passwordHash, confirmed_at: confirmedAt, language })
    .execute()
  return id
}

type NewcomerProfile = Partial<Awaited<ReturnType<typeof findProfileToCopy>>>

/** Creates the user of a newcomer, with the id as pseudo until the profile is saved. */
export const addNewcomer = async (
  tx: Tx,
  {
    accountId,
    communityId,
    enabled,
    profile,
  }: { accountId: string; communityId: string; enabled: boolean; profile?: NewcomerProfile },
): Promise<string> => {
  const userId = newId()
  await tx
    .insertInto('users')
    .values({
      community_id: communityId,
      id: userId,
      account_id: accountId,
      role: 'neighbor',
      pseudo: userId,
      need_update: true,
      first_login: true,
      enabled_at: enabled ? new Date() : null,
      ...profile,
    })
    .execute()
  return userId
}

/** The profile that an account has in another community, for its owner to review; the pseudo is not copied. */
export const findProfileToCopy = (tx: Tx, { userId, communityId }: Pick<MembershipKey, 'userId' | 'communityId'>) =>
  tx
    .selectFrom('users')
    .select(['firstname', 'lastname', 'gender', 'birthdate'])
    .where('community_id', '=', communityId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** Creates a guest with an account that has neither e-mail nor password. */
export const addGuest = async (tx: Tx, communityId: string): Promise<MembershipKey> => {
  const guest = { communityId, accountId: await addAccount(tx), userId: newId() }
  await tx
    .insertInto('users')
    .values({
      community_id: communityId,
      id: guest.userId,
      account_id: guest.accountId,
      role: 'guest',
      pseudo: `guest-${guest.userId.slice(-12)}`,
    })
    .execute()
  return guest
}

export const deleteGuest = async (tx: Tx, { communityId, userId, accountId }: MembershipKey): Promise<void> => {
  await tx.deleteFrom('users').where('community_id', '=', communityId).where('id', '=', userId).execute()
  await tx.deleteFrom('accounts').where('id', '=', accountId).execute()
}

export const storePassword = (tx: Tx, accountId: string, passwordHash: string) =>
  tx.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()

export const confirmAccount = (tx: Tx, accountId: string, now: Date) =>
  tx.updateTable('accounts').set({ confirmed_at: now }).where('id', '=', accountId).execute()

/** Confirms the e-mail of an account that has one and is not confirmed yet. */
export const confirmEmail = (tx: Tx, accountId: string, now: Date) =>
  tx
    .updateTable('accounts')
    .set({ confirmed_at: now })
    .where('id', '=', accountId)
    .where('email', 'is not', null)
    .where('confirmed_at', 'is', null)
    .execute()

/**
 * Makes the e-mail to confirm the e-mail of the account; returns false if there is none. Throws `tokenexpired` if
 * another account has confirmed the same e-mail meanwhile.
 */
export const replaceEmail = async (tx: Tx, accountId: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set(eb => ({ email: eb.ref('email_to_confirm'), email_to_confirm: null }))
    .where('id', '=', accountId)
    .where('email_to_confirm', 'is not', null)
    .executeTakeFirstOrThrow()
    .catch((error: { code?: string }) => (error.code === '23505' ? fail('tokenexpired') : Promise.reject(error)))
  return numUpdatedRows > 0n
}

const UNCONFIRMED_RETENTION_MS = 30 * DAY_MS

/** Deletes accounts with their users that were not confirmed within a month, unless a link can still confirm them. */
export const purgeUnconfirmedAccounts = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - UNCONFIRMED_RETENTION_MS)
  await deleteInBatches(
    db,
    limit => sql`delete from users where ctid = any(array(
      select u.ctid from accounts a join users u on u.account_id = a.id
      where a.confirmed_at is null and a.email is not null and a.created_at < ${before}
        and not exists (select from link_tokens l where l.account_id = a.id and l.spent_at is null and l.expires_at > ${now})
        and not exists (select from users o where o.account_id = a.id and not o.first_login)
      limit ${limit} for update of u skip locked))`,
  )
  await deleteInBatches(
    db,
    limit => sql`delete from accounts where ctid = any(array(
      select ctid from accounts a where a.confirmed_at is null and a.email is not null and a.created_at < ${before}
        and not exists (select from users u where u.account_id = a.id)
      limit ${limit} for update skip locked))`,
  )
}

const BATCH_SIZE = 100

/** Deletes guests that were idle for longer than a guest session may be. The next run completes an interrupted run. */
export const purgeIdleGuests = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - sessionLifetimeMs('guest').idle)
  await deleteInBatches(
    db,
    limit => sql`
      with idle as (
        select g.community_id, g.user_id from guests g
        where g.seen_at < ${before} and not exists (
          select from sessions s where s.community_id = g.community_id and s.user_id = g.user_id and s.seen_at >= ${before})
        limit ${limit} for update of g skip locked
      ), gone as (
        delete from users u using idle where u.community_id = idle.community_id and u.id = idle.user_id and u.role = 'guest'
        returning u.account_id
      )
      delete from accounts a using gone where a.id = gone.account_id`,
    BATCH_SIZE,
  )
}
