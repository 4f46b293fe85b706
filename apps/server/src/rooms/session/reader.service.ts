// Who reads without a session, by an address of their own: what they may know of is what their session would show them.
import { sql } from 'kysely'
import type { Db } from '#server/kernel/postgres/db.ts'
import { silencedIdsColumn } from '../blocks/blocks.columns.ts'
import { entryColumns } from './entry.columns.ts'
import { mayEnter } from './session.policy.ts'

export interface Reader {
  communityId: string
  communityName: string
  userId: string
  /** As IANA names it. */
  timezone: string
  channelIds: readonly string[]
  /** See `Actor`. */
  silencedIds: readonly string[]
}

/** A user as a reader; null for who could not log in any more. */
export const findReader = async (
  db: Db,
  { communityId, userId }: { communityId: string; userId: string },
  now: Date,
): Promise<Reader | null> => {
  const user = await db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select([
      ...entryColumns,
      'c.name',
      silencedIdsColumn('u').as('silenced_ids'),
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
  if (!user || !mayEnter(user, user.timezone, now)) return null
  const { name, timezone, channel_ids, silenced_ids } = user
  return { communityId, communityName: name, userId, timezone, channelIds: channel_ids, silencedIds: silenced_ids }
}
