// A member’s place is that of the current stay, else of the previous one, else of the next.
import { dayAt } from '@parvis/contract/past-event.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { stayPlaceColumn } from '../session/stay.columns.ts'

/** Returns the id of the member’s place on a day (YYYY-MM-DD), today by default; null without a stay. */
export const findStayPlaceId = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { communityId, userId, community: { timezone } }: Actor,
  day = dayAt(clock.now().getTime(), timezone),
): Promise<string | null> =>
  (
    await db
      .selectFrom('users as u')
      .select(stayPlaceColumn('u', day).as('place_id'))
      .where('u.community_id', '=', communityId)
      .where('u.id', '=', userId)
      .executeTakeFirstOrThrow()
  ).place_id
