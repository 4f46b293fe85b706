// An authenticated member or an allowed guest receives a session, which can be revoked at any time.
import { dayAt } from '@parvis/contract/past-event.ts'
import type { RevokedReason } from '@parvis/contract/realtime.ts'
import { roles } from '@parvis/contract/roles.ts'
import type { SessionUser, Strategy } from '@parvis/contract/session.ts'
import { sql } from 'kysely'
import { type AfterCommit, inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit, type AuditEntry } from '#server/kernel/audit.ts'
import type { Bus } from '#server/kernel/bus.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { deleteInBatches } from '#server/kernel/postgres/delete-in-batches.ts'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { isAmongFirstOfDay } from '#server/kernel/limits/rate-limit.ts'
import { hashSecret, newSecret } from '#server/kernel/secrets.ts'
import { refusalOf, sessionLifetimeMs } from './access.service.ts'
import { isSessionAlive, sessionAbilities } from './session.policy.ts'
import { presentSession } from './session.presenter.ts'
import { findAccountSessions, findMemberships, findSessionUser } from './session.queries.ts'

/** Maximum number of audit entries per day, for example for the log-ins of one account from one IP address. */
export const MAX_AUDITED_PER_DAY = 20

/** Audits an act that may be repeated: at most `MAX_AUDITED_PER_DAY` times a day for each bucket. */
export const auditRepeatable = async (db: Db, bucket: string, entry: AuditEntry): Promise<void> => {
  if (await isAmongFirstOfDay(db, bucket, MAX_AUDITED_PER_DAY)) await audit(db, entry)
}

/** Returns a guard that throws `forbidden` unless the session has this ability. */
export const requireAbility =
  (ability: keyof SessionUser['abilities']) =>
  (actor: Actor): void => {
    if (!sessionAbilities(actor)[ability]) fail('forbidden')
  }

/** Inserts a session, and records the visit of a member. Only the hash of the token is stored. */
export const openSession = async (
  db: Db,
  user: {
    accountId: string
    communityId: string
    userId: string
    strategy: Strategy
    inShell?: boolean
    mustSetPassword?: boolean
    /** The start of the former session that this session continues. */
    loggedInAt?: Date
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
      password_due: user.mustSetPassword ?? false,
      ...(user.loggedInAt && { created_at: user.loggedInAt }),
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

/** Maximum number of sessions per account; a further session revokes the least recently used one. */
const MAX_SESSIONS = 100

/**
 * Ends sessions with the commit and publishes their end to all processes. Every function that ends sessions early must
 * call this one.
 */
export const endSessions = async (
  { tx, bus, afterCommit }: { tx: Tx; bus: Bus; afterCommit: AfterCommit },
  accountId: string,
  sessionIds: readonly string[],
  reason: RevokedReason,
): Promise<void> => {
  if (sessionIds.length === 0) return
  const ended = await tx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', 'in', sessionIds)
    .returning('id')
    .execute()
  if (ended.length > 0)
    afterCommit(() => bus.publish('session.revoked', { sessionIds: ended.map(row => row.id), reason }))
}

/** Ends all sessions of an account, or those of one of its users, with the commit. */
export const endAllSessions = async (
  context: { tx: Tx; bus: Bus; afterCommit: AfterCommit },
  { accountId, communityId, exceptSessionId }: { accountId: string; communityId?: string; exceptSessionId?: string },
  reason: RevokedReason,
): Promise<void> => {
  const rows = await context.tx
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .$if(communityId !== undefined, query => query.where('community_id', '=', communityId!))
    .$if(exceptSessionId !== undefined, query => query.where('id', '<>', exceptSessionId!))
    .execute()
  await endSessions(
    context,
    accountId,
    rows.map(({ id }) => id),
    reason,
  )
}

/** Opens a session. A guest has one session per device, so a new session replaces the former one. */
export const startSession = (
  { db, bus }: Platform,
  user: Parameters<typeof openSession>[1],
  device: string | null,
): Promise<{ token: string; sessionId: string }> =>
  inTransaction(db, async (tx, afterCommit) => {
    const { accountId, communityId, userId, strategy } = user
    // Serializes concurrent log-ins of one user, each of which would miss the session of the other.
    await tx
      .selectFrom('users')
      .select('id')
      .where('community_id', '=', communityId)
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const ownSessions = tx.selectFrom('sessions').select('id')
    const replacedSessions =
      strategy === 'guest'
        ? ownSessions.where('community_id', '=', communityId).where('user_id', '=', userId)
        : ownSessions
            .where('account_id', '=', accountId)
            .orderBy('seen_at', 'desc')
            .offset(MAX_SESSIONS - 1)
    const sessionIds = (await replacedSessions.execute()).map(row => row.id)
    const reason = strategy === 'guest' ? 'switch' : 'logout'
    await endSessions({ tx, bus, afterCommit }, accountId, sessionIds, reason)
    return openSession(tx, user, device)
  })

/**
 * Deletes sessions and publishes their end. If `publishWhen` delays the publication, a process that has cached a
 * session may accept it until then.
 */
export const revokeSessions = async (
  { db, bus }: Platform,
  actor: Actor,
  sessionIds: readonly string[],
  reason: RevokedReason,
  publishWhen: (publish: () => void) => void = publish => publish(),
): Promise<void> => {
  if (sessionIds.length === 0) return
  const isAudited = await isAmongFirstOfDay(db, `logout-noted ${actor.accountId}`, MAX_AUDITED_PER_DAY)
  await inTransaction(db, async (tx, afterCommit) => {
    const publishLater: AfterCommit = publish => afterCommit(() => publishWhen(publish))
    await endSessions({ tx, bus, afterCommit: publishLater }, actor.accountId, sessionIds, reason)
    if (isAudited)
      await audit(tx, {
        act: reason === 'logout' ? 'logout' : 'session.revoked',
        communityId: actor.communityId,
        userId: actor.userId,
        accountId: actor.accountId,
      })
  })
}

/** The sessions of the account, without expired ones that are not deleted yet. */
export const findOwnSessions = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>, { accountId }: Actor) =>
  (await findAccountSessions(db, accountId)).filter(({ role, created_at, seen_at }) =>
    isSessionAlive({ role, createdAt: created_at, seenAt: seen_at, canLogIn: true }, clock.now()),
  )

export const revokeOwnSessions = async (
  platform: Platform,
  actor: Actor,
  sessionId: string | undefined,
): Promise<void> => {
  const accountSessions = await platform.db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .execute()
  const chosen = accountSessions
    .map(row => row.id)
    .filter(id => (sessionId ? id === sessionId : id !== actor.sessionId))
  if (sessionId && chosen.length === 0) fail('error404')
  await revokeSessions(platform, actor, chosen, sessionId === actor.sessionId ? 'logout' : 'elsewhere')
}

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
  const openMemberships = memberships.filter(row => refusalOf(row, now) === null)
  const community = { ...actor.community, weather: actor.community.weather && settings.weather !== null }
  return presentSession({ ...actor, community }, user, openMemberships, today)
}

/** Records that the account has the password that it was due to choose. */
export const recordPasswordChosen = (tx: Tx, { sessionId }: Actor) =>
  tx.updateTable('sessions').set({ password_due: false }).where('id', '=', sessionId).execute()

/** Marks the session as having a recent proof of ownership. */
export const recordProof = async (
  { db, bus, clock }: Pick<Platform, 'db' | 'bus' | 'clock'>,
  { sessionId, userId }: Actor,
): Promise<void> => {
  await db.updateTable('sessions').set({ proved_at: clock.now() }).where('id', '=', sessionId).execute()
  bus.publish('actor.changed', { userIds: [userId] })
}

/**
 * Records that sessions were used. Uses two statements, so that neither waits while holding locks of the other; skips
 * rows that another transaction has locked.
 */
export const touchSessions = async (db: Db, tokenHashes: readonly string[], now: Date): Promise<void> => {
  const { rows } = await sql<{ community_id: string; user_id: string; strategy: Strategy }>`
    update sessions set seen_at = ${now}
    where token_hash in (select token_hash from sessions where token_hash = any(${tokenHashes}::text[]) for no key update skip locked)
    returning community_id, user_id, strategy`.execute(db)
  const visited = rows.filter(({ strategy }) => strategy !== 'guest')
  if (visited.length === 0) return
  await sql`
    insert into visits (community_id, user_id, seen_at)
    select distinct v.community_id, v.user_id, ${now}::timestamptz
    from unnest(${visited.map(row => row.community_id)}::uuid[], ${visited.map(row => row.user_id)}::uuid[]) as v (community_id, user_id)
    -- who has been erased meanwhile is not there any more
    join users u on u.community_id = v.community_id and u.id = v.user_id
    order by 1, 2
    on conflict (community_id, user_id) do update set seen_at = excluded.seen_at where visits.seen_at < excluded.seen_at`.execute(
    db,
  )
}

export const purgeIdleSessions = async (db: Db, now: Date): Promise<void> => {
  const before = (ms: number) => new Date(now.getTime() - ms)
  for (const role of roles) {
    const { idle, total } = sessionLifetimeMs(role)
    await deleteInBatches(
      db,
      limit => sql`delete from sessions where ctid = any(array(
        select s.ctid from sessions s join users u on u.community_id = s.community_id and u.id = s.user_id
        where u.role = ${role} and (s.seen_at < ${before(idle)} or s.created_at < ${before(total)})
        limit ${limit} for update of s skip locked))`,
    )
  }
}
