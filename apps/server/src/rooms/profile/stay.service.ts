// A stay is a place and its days; who was invited for one belongs to the community until the last of them is over.
import { checkStay } from '@parvis/contract/admin.ts'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { AfterCommit } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { extendMembership } from '../session/membership.service.ts'

type Work = { tx: Tx; afterCommit: AfterCommit }

export interface StayDays {
  locationId?: string | null
  arrival?: string | null
  departure?: string | null
}

/**
 * `accommodationmandatory`, `bookingdatesmandatory`; a place that is none of the community's is
 * `accommodationmandatory` too, and so is one that was taken from its lists, but for the stay that is there already.
 */
const mustBeStay = async (tx: Tx, communityId: string, stay: StayDays, kept: string | null = null) => {
  const broken = checkStay(stay)
  if (broken) return fail(broken.key, broken)
  const place = await tx
    .selectFrom('places')
    .select('id')
    .where('community_id', '=', communityId)
    .where('id', '=', stay.locationId!)
    .$if(stay.locationId !== kept, query => query.where('removed_at', 'is', null))
    .executeTakeFirst()
  if (!place) return fail('accommodationmandatory', { field: 'locationId' })
}

/** The membership lasts as long as the last of the stays. */
const followStays = async ({ bus }: Platform, { tx, afterCommit }: Work, communityId: string, userId: string) => {
  const { last } = await tx
    .selectFrom('bookings')
    .select(eb => eb.fn.max('departure').as('last'))
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (last) await extendMembership(tx, { communityId, userId }, last)
  afterCommit(() => bus.announce('actor.changed', { userIds: [userId] }))
}

export const addStayOf = async (
  platform: Platform,
  work: Work,
  { communityId, userId }: { communityId: string; userId: string },
  stay: StayDays,
): Promise<string> => {
  const { tx } = work
  await mustBeStay(tx, communityId, stay)
  const id = newId()
  await tx
    .insertInto('bookings')
    .values({
      community_id: communityId,
      id,
      user_id: userId,
      place_id: stay.locationId!,
      arrival: stay.arrival!,
      departure: stay.departure!,
    })
    .execute()
  await followStays(platform, work, communityId, userId)
  return id
}

/** What is not told stays as it is; `error404` for none of the community's. */
export const changeStayOf = async (
  platform: Platform,
  work: Work,
  { communityId, id }: { communityId: string; id: string },
  change: StayDays,
): Promise<string> => {
  const { tx } = work
  const found = await tx
    .selectFrom('bookings')
    .select(['user_id', 'place_id', 'arrival', 'departure'])
    .where('community_id', '=', communityId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return fail('error404')
  const stay = {
    locationId: change.locationId === undefined ? found.place_id : change.locationId,
    arrival: change.arrival === undefined ? found.arrival : change.arrival,
    departure: change.departure === undefined ? found.departure : change.departure,
  }
  await mustBeStay(tx, communityId, stay, found.place_id)
  await tx
    .updateTable('bookings')
    .set({ place_id: stay.locationId!, arrival: stay.arrival!, departure: stay.departure! })
    .where('community_id', '=', communityId)
    .where('id', '=', id)
    .execute()
  await followStays(platform, work, communityId, found.user_id)
  return found.user_id
}

export const removeStayOf = async (
  platform: Platform,
  work: Work,
  { communityId, id }: { communityId: string; id: string },
): Promise<void> => {
  const { tx } = work
  const gone = await tx
    .deleteFrom('bookings')
    .where('community_id', '=', communityId)
    .where('id', '=', id)
    .returning('user_id')
    .executeTakeFirst()
  if (!gone) return fail('error404')
  await followStays(platform, work, communityId, gone.user_id)
}
