import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'

/** The post that this member has already sent under this name. */
export const findPublication = async (db: Db, actor: Actor, tmpId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('publications')
      .select('event_id')
      .where('community_id', '=', actor.communityId)
      .where('user_id', '=', actor.userId)
      .where('tmp_id', '=', tmpId)
      .executeTakeFirst()
  )?.event_id
