import { CONSENT_AGE } from '@parvis/contract/profile.ts'
import type { Actor } from '../../apps/server/src/kernel/actor.ts'
import { openDb, type Db } from '../../apps/server/src/kernel/postgres/db.ts'
import type { EmbeddedPostgres } from '../../apps/server/src/kernel/postgres/embedded-postgres.ts'
import { LAST_ID } from '../../apps/server/src/kernel/ids.ts'
import { migrate } from '../../apps/server/src/kernel/postgres/migrate.ts'
import { feedPageQuery } from '../../apps/server/src/features/feed/feed-page.queries.ts'
import { busyActor, fillBusyWorld } from '../../apps/server/src/testing/busy-world.ts'
import { signIn } from './sessions.ts'

/** A member with a session, and the SQL of their feed as the server builds it. */
export interface Member {
  actor: Actor
  cookie: string
  text: string
  values: unknown[]
}

export interface BenchWorld {
  busy: Member
  quiet: Member
  /** So many that none reaches the rate limit of posts, but so few that the server caches all their sessions. */
  writers: string[]
  /** A post that the busy member can read, and one whose answers the administrator can see. */
  postId: string
  administrator: { cookie: string; postId: string }
  /** A template that has an alert subscriber in each community. */
  templateId: string
}

const WRITERS = 2000

const memberOf = async (db: Db, which: 'busy' | 'quiet'): Promise<Member> => {
  const actor = await busyActor(db, which)
  const [cookie] = await signIn(db, [
    { id: actor.userId, account_id: actor.accountId, community_id: actor.communityId },
  ])
  const { sql, parameters } = feedPageQuery(
    db,
    { actor, filter: 'all', search: '', start: { before: LAST_ID, skip: 0, page: 1 }, mayHavePins: false },
    { now: new Date(), consentAge: CONSENT_AGE },
  )
  return { actor, cookie: cookie!, text: sql, values: [...parameters] }
}

export const makeWorld = async (postgres: EmbeddedPostgres, posts: number): Promise<BenchWorld> => {
  const db = openDb({ connection: postgres.connection })
  try {
    await migrate(db)
    await fillBusyWorld(db, posts)
    const users = await db
      .selectFrom('users')
      .select(['account_id', 'community_id', 'id'])
      .where('role', '=', 'neighbor')
      .orderBy('id')
      .limit(WRITERS)
      .execute()
    const writers = await signIn(db, users)
    const admin = await busyActor(db, 'busy', 'administrator')
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
      busy: await memberOf(db, 'busy'),
      quiet: await memberOf(db, 'quiet'),
      writers,
      postId,
      administrator: { cookie: administrator!, postId },
      templateId,
    }
  } finally {
    await db.destroy()
  }
}
