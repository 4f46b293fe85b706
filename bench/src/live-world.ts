import { openDb } from '../../apps/server/src/kernel/postgres/db.ts'
import type { EmbeddedPostgres } from '../../apps/server/src/kernel/postgres/embedded-postgres.ts'
import { newId } from '../../apps/server/src/kernel/ids.ts'
import { migrate } from '../../apps/server/src/kernel/postgres/migrate.ts'
import { openSession } from '../../apps/server/src/features/session/session.service.ts'

export interface Member {
  id: string
  cookie: string
}

/** Creates one community with its own channel, and members with a session each. Returns the members. */
export const makeLiveWorld = async (postgres: EmbeddedPostgres, memberCount: number): Promise<Member[]> => {
  const db = openDb({ connection: postgres.connection })
  try {
    await migrate(db)
    const [communityId, channelId] = [newId(), newId()]
    await db
      .insertInto('communities')
      .values({ id: communityId, name: 'Quartier', custom_uri: 'quartier', community_type: 'Neighborhood' } as never)
      .execute()
    await db
      .insertInto('channels')
      .values({ id: channelId, community_id: communityId, channel_type: 'NeighborhoodEventChannel' } as never)
      .execute()
    await db.insertInto('community_channels').values({ community_id: communityId, channel_id: channelId }).execute()
    const all: Member[] = []
    for (let member = 0; member < memberCount; member++) {
      const [accountId, userId] = [newId(), newId()]
      await db
        .insertInto('accounts')
        .values({ id: accountId, email: `m${member}@live.example`, password_hash: null, confirmed_at: new Date() })
        .execute()
      await db
        .insertInto('users')
        .values({
          community_id: communityId,
          id: userId,
          account_id: accountId,
          role: 'neighbor',
          pseudo: `m${member}`,
          firstname: `Prénom${member}`,
        })
        .execute()
      const { token } = await openSession(db, { accountId, userId, communityId, strategy: 'local' }, null)
      all.push({ id: userId, cookie: `parvis=${token}` })
    }
    return all
  } finally {
    await db.destroy()
  }
}
