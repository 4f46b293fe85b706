// Who proves to be a member, or comes as a guest where guests are welcome, gets a session; it can be ended at any
// moment.
import { dayAt } from '@parvis/contract/past-event.ts'
import type { RevokedReason } from '@parvis/contract/realtime.ts'
import { roles } from '@parvis/contract/roles.ts'
import type { SessionUser, Strategy } from '@parvis/contract/session.ts'
import { sql } from 'kysely'
import { type AfterCommit, inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit, by } from '#server/kernel/audit.ts'
import type { Bus } from '#server/kernel/bus.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { deleteInSlices } from '#server/kernel/postgres/delete-in-slices.ts'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { isAmongFirstInDay } from '#server/kernel/limits/rate-limit.ts'
import { hashSecret, newSecret } from '#server/kernel/secrets.ts'
import { MOST_NOTED } from './log-in-limits.ts'
import { isSessionAlive, refusalOf, sessionAbilities, sessionLifeMs } from './session.policy.ts'
import { presentSession } from './session.presenter.ts'
import { findAccountSessions, findMembership, findMemberships, findSessionUser } from './session.queries.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    logout: true
    'session.revoked': true
    'session.switched': true
  }
}

/** The guard of what a session's abilities offer. */
export const mustBeAble =
  (verb: keyof SessionUser['abilities']) =>
  (actor: Actor): void => {
    if (!sessionAbilities(actor)[verb]) fail('forbidden')
  }

/** Opens a session; the token goes to the browser or the app, and is not kept. */
export const openSession = async (
  db: Db,
  user: {
    accountId: string
    communityId: string
    userId: string
    strategy: Strategy
    /** Of one of our apps: see `Actor`. */
    inShell?: boolean
    /** Has yet to choose a new password. */
    passwordDue?: boolean
    /** When the session began that this one goes on with. */
    since?: Date
  },
  device: string | null,
): Promise<{ token: string; sessionId: string }> => {
  const token = newSecret()
  const sessionId = newId()
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashSecret(token),
      id: sessionId,
      account_id: user.accountId,
      community_id: user.communityId,
      user_id: user.userId,
      strategy: user.strategy,
      device,
      in_shell: user.inShell ?? false,
      password_due: user.passwordDue ?? false,
      ...(user.since && { created_at: user.since }),
    })
    .execute()
  if (user.strategy !== 'guest')
    await db
      .insertInto('visits')
      .values({ community_id: user.communityId, user_id: user.userId })
      .onConflict(conflict =>
        conflict
          .columns(['community_id', 'user_id'])
          .doUpdateSet({ seen_at: sql`greatest(visits.seen_at, excluded.seen_at)` }),
      )
      .execute()
  return { token, sessionId }
}

/** Browsers that one account is signed in from; one more signs out the one that was used the longest ago. */
const MOST_SESSIONS = 100

/**
 * The one way in which sessions of an account end before their time: with the commit, and every process hears of it.
 */
export const endSessions = async (
  { tx, bus, afterCommit }: { tx: Tx; bus: Bus; afterCommit: AfterCommit },
  accountId: string,
  sessionIds: readonly string[],
  reason: RevokedReason,
): Promise<void> => {
  if (sessionIds.length === 0) return
  const gone = await tx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', 'in', sessionIds)
    .returning('id')
    .execute()
  if (gone.length > 0)
    afterCommit(() => bus.announce('session.revoked', { sessionIds: gone.map(row => row.id), reason }))
}

/**
 * Opens the session of who has just proved to be the user. A guest is one device, so that a new session takes the place
 * of the last.
 */
export const enterAs = (
  { db, bus }: Platform,
  user: Parameters<typeof openSession>[1],
  device: string | null,
): Promise<{ token: string; sessionId: string }> =>
  inTransaction(db, async (tx, afterCommit) => {
    const { accountId, communityId, userId, strategy } = user
    // Log-ins of one user at once are one after the other, or each would miss the other's session.
    await tx
      .selectFrom('users')
      .select('id')
      .where('community_id', '=', communityId)
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const own = tx.selectFrom('sessions').select('id')
    const replaced =
      strategy === 'guest'
        ? own.where('community_id', '=', communityId).where('user_id', '=', userId)
        : own
            .where('account_id', '=', accountId)
            .orderBy('seen_at', 'desc')
            .offset(MOST_SESSIONS - 1)
    const sessionIds = (await replaced.execute()).map(row => row.id)
    const reason = strategy === 'guest' ? 'switch' : 'logout'
    await endSessions({ tx, bus, afterCommit }, accountId, sessionIds, reason)
    return openSession(tx, user, device)
  })

/**
 * Ends sessions of one account: dead before this returns, in every process that shares the bus. With `tell` they are
 * dead in the database, and the others hear of it when it says so.
 */
export const revokeSessions = async (
  { db, bus }: Platform,
  actor: Actor,
  sessionIds: readonly string[],
  reason: RevokedReason,
  tell: (announce: () => void) => void = announce => announce(),
): Promise<void> => {
  if (sessionIds.length === 0) return
  const isNoted = await isAmongFirstInDay(db, `logout-noted ${actor.accountId}`, MOST_NOTED)
  await inTransaction(db, async (tx, afterCommit) => {
    const toldLater: AfterCommit = announce => afterCommit(() => tell(announce))
    await endSessions({ tx, bus, afterCommit: toldLater }, actor.accountId, sessionIds, reason)
    if (isNoted)
      await audit(tx, {
        act: reason === 'logout' ? 'logout' : 'session.revoked',
        communityId: actor.communityId,
        userId: actor.userId,
        accountId: actor.accountId,
      })
  })
}

/** Where the account is signed in; what has run out is none, though it is swept later. */
export const findOwnSessions = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>, { accountId }: Actor) =>
  (await findAccountSessions(db, accountId)).filter(({ role, created_at, seen_at }) =>
    isSessionAlive({ role, createdAt: created_at, seenAt: seen_at, mayEnter: true }, clock.now()),
  )

/** Ends one of the account's own sessions, or all the others. */
export const signOutElsewhere = async (
  platform: Platform,
  actor: Actor,
  sessionId: string | undefined,
): Promise<void> => {
  const mine = await platform.db.selectFrom('sessions').select('id').where('account_id', '=', actor.accountId).execute()
  const chosen = mine.map(row => row.id).filter(id => (sessionId ? id === sessionId : id !== actor.sessionId))
  if (sessionId && chosen.length === 0) fail('error404')
  await revokeSessions(platform, actor, chosen, sessionId === actor.sessionId ? 'logout' : 'elsewhere')
}

/** Who goes on in another community of theirs is noted there, as often as log-outs are. */
export const noteSwitch = async (
  { db }: Pick<Platform, 'db'>,
  target: { communityId: string; userId: string; accountId: string },
  address: string,
): Promise<void> => {
  if (await isAmongFirstInDay(db, `switch-noted ${target.accountId}`, MOST_NOTED))
    await audit(db, { act: 'session.switched', ...by(target), address })
}

/**
 * The user whom this account goes on as: `error404` for none of its own, `popup4` where the team keeps it out,
 * `nosession` for a session that is too old for that role.
 */
export const findSwitchTarget = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  { communityId, targetUserId }: { communityId: string; targetUserId?: string },
) => {
  const user = await findMembership(db, actor.accountId, communityId)
  const refusal = refusalOf(user, clock.now())
  if (!user || refusal === 'unauthorized' || (targetUserId && user.id !== targetUserId)) return fail('error404')
  if (refusal) return fail(refusal)
  // The time of a session is not begun anew by going from one community to another.
  const age = clock.now().getTime() - actor.since.getTime()
  if (age >= sessionLifeMs(user.role).total) return fail('nosession')
  return { accountId: actor.accountId, communityId, userId: user.id }
}

/** Who is signed in, as `GET /api/auth` tells it. */
export const getSessionUser = async (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  actor: Actor,
): Promise<SessionUser> => {
  const now = clock.now()
  const today = dayAt(now.getTime(), actor.community.timezone)
  const [user, memberships] = await Promise.all([
    findSessionUser(db, actor, today),
    findMemberships(db, actor.accountId),
  ])
  const open = memberships.filter(row => refusalOf(row, now) === null)
  const community = { ...actor.community, weather: actor.community.weather && settings.weather !== null }
  return presentSession({ ...actor, community }, user, open, today)
}

/**
 * Notes that these sessions are used, and then that their members were here: one statement each, so that neither is
 * waited for with the other's rows held. One that another process is noting at this moment is left to it.
 */
export const touchSessions = async (db: Db, tokenHashes: readonly string[], now: Date): Promise<void> => {
  const { rows } = await sql<{ community_id: string; user_id: string; strategy: Strategy }>`
    update sessions set seen_at = ${now}
    where token_hash in (select token_hash from sessions where token_hash = any(${tokenHashes}::text[]) for no key update skip locked)
    returning community_id, user_id, strategy`.execute(db)
  const here = rows.filter(({ strategy }) => strategy !== 'guest')
  if (here.length === 0) return
  await sql`
    insert into visits (community_id, user_id, seen_at)
    select distinct v.community_id, v.user_id, ${now}::timestamptz
    from unnest(${here.map(row => row.community_id)}::uuid[], ${here.map(row => row.user_id)}::uuid[]) as v (community_id, user_id)
    -- who has been erased meanwhile is not there any more
    join users u on u.community_id = v.community_id and u.id = v.user_id
    order by 1, 2
    on conflict (community_id, user_id) do update set seen_at = excluded.seen_at where visits.seen_at < excluded.seen_at`.execute(
    db,
  )
}

/** Drops sessions that nobody can use any more, the team's sooner. */
export const forgetIdleSessions = async (db: Db, now: Date): Promise<void> => {
  const before = (ms: number) => new Date(now.getTime() - ms)
  for (const role of roles) {
    const { idle, total } = sessionLifeMs(role)
    await deleteInSlices(
      db,
      limit => sql`delete from sessions where ctid = any(array(
        select s.ctid from sessions s join users u on u.community_id = s.community_id and u.id = s.user_id
        where u.role = ${role} and (s.seen_at < ${before(idle)} or s.created_at < ${before(total)})
        limit ${limit} for update of s skip locked))`,
    )
  }
}
