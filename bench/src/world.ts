import { CONSENT_AGE } from '@parvis/contract/profile.ts'
import type { Actor } from '../../apps/server/src/kernel/actor.ts'
import { openDb, type Db } from '../../apps/server/src/kernel/postgres/db.ts'
import type { EmbeddedPostgres } from '../../apps/server/src/kernel/postgres/embedded-postgres.ts'
import { LAST_ID } from '../../apps/server/src/kernel/ids.ts'
import { migrate } from '../../apps/server/src/kernel/postgres/migrate.ts'
import { feedPageQuery } from '../../apps/server/src/features/feed/feed-page.queries.ts'
import { loadBusyWorldActor, fillBusyWorld } from '../../apps/server/src/testing/busy-world.ts'
import { signIn } from './sessions.ts'

/** A member with a session, and the SQL of their feed as the server builds it. */
export interface Member {
  actor: Actor
  cookie: string
  sqlText: string
  sqlValues: unknown[]
}

export interface BenchWorld {
  busyMember: Member
  quietMember: Member
  /** Cookies of members: enough to stay below the rate limit of posts, and few enough to have all sessions cached. */
  writerCookies: string[]
  /** A post that the busy member can read; `administrator.postId` is a post whose answers the administrator can see. */
  postId: string
  administrator: { cookie: string; postId: string }
  /** A template that has an alert subscriber in each community. */
  templateId: string
}

const WRITERS = 2000

const memberOf = async (db: Db, which: 'busy' | 'quiet'): Promise<Member> => {
  const actor = await loadBusyWorldActor(db, which)
  const [cookie] = await signIn(db, [
    { id: actor.userId, account_id: actor.accountId, community_id: actor.communityId },
  ])
  const { sql, parameters } = feedPageQuery(
    { actor, filter: 'all', search: '', start: { before: LAST_ID, skip: 0, page: 1 }, mayHavePins: false },
    { now: new Date(), consentAge: CONSENT_AGE },
  )
  return { actor, cookie: cookie!, sqlText: sql, sqlValues: [...parameters] }
}

export const makeBenchWorld = async (postgres: EmbeddedPostgres, postCount: number): Promise<BenchWorld> => {
  const db = openDb({ connection: postgres.connection })
  try {
    await migrate(db)
    await fillBusyWorld(db, postCount)
    const users = await db
      .selectFrom('users')
      .select(['account_id', 'community_id', 'id'])
      .where('role', '=', 'neighbor')
      .orderBy('id')
      .limit(WRITERS)
      .execute()
    const writerCookies = await signIn(db, users)
    const admin = await loadBusyWorldActor(db, 'busy', 'administrator')
    const [administrator] = await signIn(db, [
      { id: admin.userId, account_id: admin.accountId, community_id: admin.communityId },
    ])
    const { id: postId } = await db
      .selectFrom('events')
      .select('id')
      .where('community_id', '=', admin.communityId)
      .where('interested_count', '>', 2)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { subject_id: templateId } = await db
      .selectFrom('template_alerts as ta')
      .innerJoin('templates as t', 't.id', 'ta.subject_id')
      .select('ta.subject_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return {
      busyMember: await memberOf(db, 'busy'),
      quietMember: await memberOf(db, 'quiet'),
      writerCookies,
      postId,
      administrator: { cookie: administrator!, postId },
      templateId,
    }
  } finally {
    await db.destroy()
  }
}
