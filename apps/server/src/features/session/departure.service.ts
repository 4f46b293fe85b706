// Who leaves is shown to nobody from the commit on; for a week everything of theirs is kept as it was, and they may
// take it back.
import { UNDO_DAYS } from '@parvis/contract/leaving.ts'
import { sql } from 'kysely'
import { isStaff, type Role } from '@parvis/contract/roles.ts'
import { audit, type AuditActs } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import { DAY_MS, HALF_HOUR_MS, takeHits } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type AfterCommit, inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { hashSecret } from '#server/kernel/secrets.ts'
import type { MemberKey } from './membership.service.ts'
import { READS_ON_DAYS } from './session.policy.ts'
import { findLeaving, findLeftBy, findReadersOf } from './session.queries.ts'
import { endSessions } from './session.service.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'community.left': true
    'stay.ended': true
    'account.deleted': true
    'departure.undone': true
    'member.erased': true
  }
}

type Work = { tx: Tx; afterCommit: AfterCommit }

/** Whose departure: of the account with all its communities, or from one of them. */
export interface Leaver {
  accountId: string
  communityId?: string
}

/**
 * Whether somebody has a role to hand over before they go: who never took the invitation up, or is shut out, works for
 * nobody.
 */
export const holdsRole = ({
  role,
  first_login,
  disabled_at,
}: {
  role: Role
  first_login: boolean
  disabled_at: Date | null
}): boolean => isStaff(role) && !first_login && disabled_at === null

/** What decides how an account is left. */
export const readLeaving = (db: Db, accountId: string): ReturnType<typeof findLeaving> => findLeaving(db, accountId)

/** Those who have left for good, a few of them: since long enough, and not erased yet. */
export const findDue = (db: Db, now: Date, limit: number): Promise<MemberKey[]> =>
  findLeftBy(db, new Date(now.getTime() - UNDO_DAYS * DAY_MS), limit)

/**
 * Neighbours whose stay has been over for so long that they may not even read any more, and who have not left; a few of
 * them.
 */
export const findOutstayed = async (db: Db, now: Date, limit: number): Promise<MemberKey[]> => {
  const { rows } = await sql<MemberKey>`
    select u.community_id as "communityId", u.id as "userId", u.account_id as "accountId"
    from users u join communities c on c.id = u.community_id
    where u.member_until is not null and u.gone_at is null and u.role = 'neighbor'
      and u.member_until < (${now}::timestamptz at time zone c.timezone)::date - ${READS_ON_DAYS}::int
    order by u.member_until, u.id limit ${limit}`.execute(db)
  return rows
}

/** Whether there is somebody to be erased: a member who has not left, or not long enough, is none. */
export const isDue = async (db: Db, { communityId, userId }: MemberKey, now: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('users')
    .select('gone_at')
    .where('community_id', '=', communityId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return !row || (row.gone_at !== null && row.gone_at.getTime() <= now.getTime() - UNDO_DAYS * DAY_MS)
}

/** The e-mail of an account of whose members this is the last that is not erased; undefined for another one. */
export const findLastOf = (db: Db, { accountId, communityId, userId }: MemberKey) =>
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

/** How long an account is kept that belongs nowhere: its owner was refused, and may ask elsewhere with it. */
const KEPT_EMPTY_DAYS = 30

/** Removes what was left of accounts whose members are all erased, and those that were let in nowhere. */
export const eraseEmptyAccounts = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('accounts as a')
    .where(eb =>
      eb.or([
        eb('a.deleted_at', '<=', new Date(now.getTime() - UNDO_DAYS * DAY_MS)),
        eb(eb.fn.coalesce('a.emptied_at', 'a.created_at'), '<=', new Date(now.getTime() - KEPT_EMPTY_DAYS * DAY_MS)),
      ]),
    )
    .where(eb => eb.not(eb.exists(eb.selectFrom('users as u').select('u.id').whereRef('u.account_id', '=', 'a.id'))))
    .execute()
}

/** Everybody who reads what these members write hears of it, and each screen that shows one of them. */
const announce = async (
  { bus }: Platform,
  { tx, afterCommit }: Work,
  members: readonly MemberKey[],
  shown: boolean,
) => {
  const readers = await findReadersOf(
    tx,
    members.map(({ communityId }) => communityId),
  )
  const userIds = members.map(({ userId }) => userId)
  afterCommit(() => {
    bus.announce('actor.changed', { userIds, communityIds: [...new Set(readers.map(({ reader }) => reader))] })
    bus.announce('shown.changed', { ids: userIds })
    for (const { communityId, userId } of members)
      for (const { community, reader } of readers)
        if (community === communityId) bus.announce('member.gone', { userId, communityId: reader, shown })
  })
}

/**
 * Hides every user of the account, or the one of a community: their sessions have ended when it is committed.
 * `laststaff` for who works for one of those communities: their role is handed over first.
 */
export const hideMembers = async (
  platform: Platform,
  work: Work,
  { accountId, communityId, act }: Leaver & { act: keyof AuditActs },
  now: Date,
): Promise<MemberKey[]> => {
  const { tx, afterCommit } = work
  const { bus } = platform
  // nobody comes back to it, or joins by it, meanwhile
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
  if (rows.some(holdsRole)) fail('laststaff')
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
  const open = await tx
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .$if(communityId !== undefined, query => query.where('community_id', '=', communityId!))
    .execute()
  const sessionIds = open.map(({ id }) => id)
  await endSessions({ tx, bus, afterCommit }, accountId, sessionIds, communityId === undefined ? 'deletion' : 'left')
  for (const { userId, communityId: from } of members) await audit(tx, { act, communityId: from, userId, accountId })
  await announce(platform, work, members, false)
  return members
}

export interface Returned {
  members: MemberKey[]
  /** Where they log in. */
  communityId: string
}

/** Guesses at such links from one address, in half an hour. */
const GUESSES = 5

/**
 * Brings back whom a link of the mail about their departure names, with everything of theirs. `tokenexpired` for one
 * that is unknown, over or spent, `toomanyrequests` for who has guessed too often.
 */
export const bringBack = async (
  platform: Platform,
  token: string,
  address: string,
  alsoBack: (work: Work, members: readonly MemberKey[]) => Promise<void>,
): Promise<Returned> => {
  const { db, clock } = platform
  const forgive = await takeHits(db, [{ bucket: `undo-address ${address}`, most: GUESSES, windowMs: HALF_HOUR_MS }])
  const now = clock.now()
  const link = await db
    .selectFrom('link_tokens')
    .select(['purpose', 'account_id', 'community_id', 'expires_at'])
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', 'in', ['left', 'deleted'])
    .executeTakeFirst()
  if (!link) {
    await audit(db, { act: 'link.failed', address })
    return fail('tokenexpired')
  }
  // who has a link of ours does not guess
  await forgive()
  const { account_id: accountId, community_id: communityId } = link
  return inTransaction(db, async (tx, afterCommit) => {
    const account = await tx
      .selectFrom('accounts')
      .select('deleted_at')
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    const isDeleted = Boolean(account?.deleted_at)
    if (!account || link.expires_at <= now || isDeleted !== (link.purpose === 'deleted')) return fail('tokenexpired')
    const rows = await tx
      .updateTable('users')
      .set({ gone_at: null })
      .where('account_id', '=', accountId)
      .where('erased_at', 'is', null)
      // while that is being done nothing comes back any more
      .where('gone_at', '>', new Date(now.getTime() - UNDO_DAYS * DAY_MS))
      .$if(isDeleted, query => query.where('gone_at', '=', account.deleted_at!))
      .$if(!isDeleted, query => query.where('community_id', '=', communityId))
      .returning(['id', 'community_id'])
      .execute()
    if (rows.length === 0) return fail('tokenexpired')
    await tx.updateTable('accounts').set({ deleted_at: null }).where('id', '=', accountId).execute()
    await tx
      .deleteFrom('link_tokens')
      .where('account_id', '=', accountId)
      .where('purpose', '=', link.purpose)
      .$if(!isDeleted, query => query.where('community_id', '=', communityId))
      .execute()
    const members = rows.map(row => ({ accountId, communityId: row.community_id, userId: row.id }))
    for (const { userId, communityId: to } of members)
      await audit(tx, { act: 'departure.undone', communityId: to, userId, accountId, address })
    await alsoBack({ tx, afterCommit }, members)
    await announce(platform, { tx, afterCommit }, members, true)
    return { members, communityId }
  })
}

/** Lets go of the face of who is being erased. */
export const eraseFace = async (db: Db, { communityId, userId }: MemberKey): Promise<void> => {
  await db
    .updateTable('users')
    .set({ photo_id: null })
    .where('community_id', '=', communityId)
    .where('id', '=', userId)
    .where('gone_at', 'is not', null)
    .execute()
}

/**
 * Erases a user who has left for good, and the account with the last one. Where others have conversations with them
 * (`isNamed`) an empty one of the same id takes their place: a member of whom nothing is known.
 */
export const eraseMember = async (
  { db, bus }: Platform,
  { accountId, communityId, userId }: MemberKey,
  { isNamed, now }: { isNamed: boolean; now: Date },
): Promise<{ accountIsGone: boolean }> =>
  inTransaction(db, async (tx, afterCommit) => {
    // of two that are erased at once each would find the other, and neither the account empty
    const held = await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirst()
    const gone = await tx
      .deleteFrom('users')
      .where('community_id', '=', communityId)
      .where('id', '=', userId)
      .where('gone_at', 'is not', null)
      .where('erased_at', 'is', null)
      .returning('gone_at')
      .executeTakeFirst()
    if (gone && isNamed) {
      const nobody = newId()
      await tx
        .insertInto('accounts')
        .values({ id: nobody, email: null, password_hash: null, confirmed_at: null })
        .execute()
      await tx
        .insertInto('users')
        .values({
          community_id: communityId,
          id: userId,
          account_id: nobody,
          role: 'neighbor',
          pseudo: userId,
          created_at: now,
          enabled_at: null,
          gone_at: gone.gone_at,
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
    if (gone) await audit(tx, { act: 'member.erased', communityId })
    afterCommit(() => {
      bus.announce('actor.changed', { userIds: [userId] })
      bus.announce('shown.changed', { ids: [userId] })
    })
    // one that broke off after this begins anew, and finds no account
    return { accountIsGone: !held || account !== undefined }
  })
