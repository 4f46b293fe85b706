import type { Actor } from '../../apps/server/src/kernel/actor.ts'
import { openDb, type Db } from '../../apps/server/src/kernel/postgres/db.ts'
import type { EmbeddedPostgres } from '../../apps/server/src/kernel/postgres/embedded-postgres.ts'
import { LAST_ID } from '../../apps/server/src/kernel/ids.ts'
import { migrate } from '../../apps/server/src/kernel/postgres/migrate.ts'
import { feedPageQuery } from '../../apps/server/src/rooms/feed/feed.queries.ts'
import { openSession } from '../../apps/server/src/rooms/session/session.service.ts'
import { busyActor, fillBusyWorld } from '../../apps/server/src/testing/busy-world.ts'

/** A member with a session, and the SQL that their feed runs, as the server itself would build it. */
export interface Member {
  actor: Actor
  cookie: string
  text: string
  values: unknown[]
}

export interface BenchWorld {
  busy: Member
  quiet: Member
}

const memberOf = async (db: Db, which: 'busy' | 'quiet'): Promise<Member> => {
  const actor = await busyActor(db, which)
  const { token } = await openSession(
    db,
    { accountId: actor.accountId, communityId: actor.communityId, userId: actor.userId, strategy: 'local' },
    null,
  )
  const { sql, parameters } = feedPageQuery(db, {
    actor,
    filter: 'all',
    search: '',
    start: { before: LAST_ID, skip: 0, page: 1 },
    seesEveryAnswer: false,
  })
  return { actor, cookie: `parvis=${token}`, text: sql, values: [...parameters] }
}

export const makeWorld = async (postgres: EmbeddedPostgres, posts: number): Promise<BenchWorld> => {
  const db = openDb({ connection: postgres.connection })
  try {
    await migrate(db)
    await fillBusyWorld(db, posts)
    return { busy: await memberOf(db, 'busy'), quiet: await memberOf(db, 'quiet') }
  } finally {
    await db.destroy()
  }
}
