// Loads users who read without sending a request themselves (calendar URL, push), with the rights that a session would
// have.
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { actorColumns, actorOf } from './actor.columns.ts'
import { hiddenUserIdsColumn } from '#server/kernel/blocked-users.ts'
import { loginColumns, departedUserIdsColumn } from '#server/kernel/membership.ts'
import { minorIdsColumn } from './minor.columns.ts'
import { canLogIn } from './access.service.ts'
import { isSessionAlive } from './session.policy.ts'
import { findSessions } from './session.queries.ts'

/** The actor of a session; null if the session has ended or its member may not log in any more. */
export const findSessionActor = async (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  sessionId: string,
): Promise<Actor | null> => {
  const now = clock.now()
  const row = await db.selectFrom('sessions').select('token_hash').where('id', '=', sessionId).executeTakeFirst()
  const session = row && (await findSessions(db, [row.token_hash], now, settings)).get(row.token_hash)
  return session && isSessionAlive({ ...session, role: session.actor.role }, now) ? session.actor : null
}

/** Null if the member may not log in any more. Only for reading: nobody has authenticated as this user. */
export const findMemberActor = async (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  { communityId, userId }: { communityId: string; userId: string },
): Promise<Actor | null> => {
  const now = clock.now()
  const row = await db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select(actorColumns(now, settings))
    .where('u.community_id', '=', communityId)
    .where('u.id', '=', userId)
    .executeTakeFirst()
  if (!row || !canLogIn(row, row.timezone, now)) return null
  const session = {
    sessionId: '',
    strategy: 'local',
    isShellSession: false,
    mustSetPassword: false,
    loggedInAt: now,
    accountOwnershipProvedAt: null,
  } as const
  return actorOf(row, session, now, settings)
}

export interface Viewer {
  communityId: string
  communityName: string
  userId: string
  /** IANA name of the community’s time zone. */
  timezone: string
  channelIds: readonly string[]
  hiddenUserIds: readonly string[]
}

export const findViewer = async (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  { communityId, userId }: { communityId: string; userId: string },
): Promise<Viewer | null> => {
  const now = clock.now()
  const user = await db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select([
      ...loginColumns,
      'c.name',
      hiddenUserIdsColumn('u').as('blocked_ids'),
      departedUserIdsColumn.as('gone_ids'),
      minorIdsColumn(now, settings.consentAge).as('minor_ids'),
      'c.timezone',
      sql<
        string[]
      >`array(select cc.channel_id from community_channels cc where cc.community_id = c.id order by cc.channel_id)`.as(
        'channel_ids',
      ),
    ])
    .where('u.community_id', '=', communityId)
    .where('u.id', '=', userId)
    .executeTakeFirst()
  if (!user || !canLogIn(user, user.timezone, now)) return null
  const { name, timezone, channel_ids, blocked_ids, gone_ids, minor_ids } = user
  const hiddenUserIds = [...blocked_ids, ...gone_ids, ...minor_ids]
  return { communityId, communityName: name, userId, timezone, channelIds: channel_ids, hiddenUserIds }
}
