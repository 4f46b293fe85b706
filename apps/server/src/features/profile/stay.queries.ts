import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'

/**
 * Returns the current stay, else the next, by the days that the team entered, not by the days that the member
 * corrected. `lock` locks the row of the stay until the transaction ends.
 */
export const findOwnStay = (
  db: Db,
  { communityId, userId }: Pick<Actor, 'communityId' | 'userId'>,
  today: string,
  { lock = false }: { lock?: boolean } = {},
) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('places as p', join =>
      join.onRef('p.community_id', '=', 'b.community_id').onRef('p.id', '=', 'b.place_id'),
    )
    .select(['b.id', 'b.place_id', 'b.arrival', 'b.departure', 'b.given_arrival', 'b.given_departure'])
    .select(['p.name', 'p.name_en'])
    .where('b.community_id', '=', communityId)
    .where('b.user_id', '=', userId)
    .where('b.given_departure', '>=', today)
    .orderBy('b.given_arrival')
    .orderBy('b.id')
    .limit(1)
    .$if(lock, query => query.forUpdate('b'))
    .executeTakeFirst()

export type OwnStayRow = NonNullable<Awaited<ReturnType<typeof findOwnStay>>>
