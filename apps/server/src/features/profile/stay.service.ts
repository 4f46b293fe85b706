// Someone invited for a stay is a member until the last day given by the team. They can correct their place and days,
// but only within the given days, so that nobody extends their own membership.
import { dayAt } from '@parvis/contract/past-event.ts'
import { validateOwnStay, validateStay, type StayDays } from '@parvis/contract/stay.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail, assertValid } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import { MINUTE_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type AfterCommit, inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { extendMembership } from '../membership/membership.service.ts'
import { findOwnStay } from './stay.queries.ts'

type TransactionContext = { tx: Tx; afterCommit: AfterCommit }

/** Throws `accommodationmandatory` for a removed place or one of another community, unless the stay has it already. */
const assertValidPlace = async (tx: Tx, communityId: string, stay: StayDays, currentPlaceId: string | null = null) => {
  const place = await tx
    .selectFrom('places')
    .select('id')
    .where('community_id', '=', communityId)
    .where('id', '=', stay.locationId!)
    .$if(stay.locationId !== currentPlaceId, query => query.where('removed_at', 'is', null))
    .executeTakeFirst()
  if (!place) return fail('accommodationmandatory', { field: 'locationId' })
}

/** Throws `accommodationmandatory`, `bookingdatesmandatory` or `departurebeforearrival`. */
const assertValidStay = async (tx: Tx, communityId: string, stay: StayDays, currentPlaceId: string | null = null) => {
  assertValid(validateStay(stay))
  await assertValidPlace(tx, communityId, stay, currentPlaceId)
}

/** Sets the end of the membership to the last departure given by the team, and publishes the change. */
const updateMembershipEnd = async (
  { bus }: Platform,
  { tx, afterCommit }: TransactionContext,
  communityId: string,
  userId: string,
) => {
  const { last } = await tx
    .selectFrom('bookings')
    .select(eb => eb.fn.max('given_departure').as('last'))
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (last) await extendMembership(tx, { communityId, userId }, last)
  afterCommit(() => bus.publish('actor.changed', { userIds: [userId] }))
}

export const createStay = async (
  platform: Platform,
  context: TransactionContext,
  { communityId, userId }: { communityId: string; userId: string },
  stay: StayDays,
): Promise<string> => {
  const { tx } = context
  await assertValidStay(tx, communityId, stay)
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
      given_arrival: stay.arrival!,
      given_departure: stay.departure!,
    })
    .execute()
  await updateMembershipEnd(platform, context, communityId, userId)
  return id
}

/**
 * Changes a stay for the team; the days that the team enters also set the end of the membership. Returns the user’s id.
 * Throws `error404` for an unknown stay or an error of `assertValidStay`.
 */
export const updateStay = async (
  platform: Platform,
  context: TransactionContext,
  { communityId, id }: { communityId: string; id: string },
  change: StayDays,
): Promise<string> => {
  const { tx } = context
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
  await assertValidStay(tx, communityId, stay, found.place_id)
  await tx
    .updateTable('bookings')
    .set({
      place_id: stay.locationId!,
      arrival: stay.arrival!,
      departure: stay.departure!,
      ...(change.arrival !== undefined && { given_arrival: stay.arrival! }),
      ...(change.departure !== undefined && { given_departure: stay.departure! }),
    })
    .where('community_id', '=', communityId)
    .where('id', '=', id)
    .execute()
  await updateMembershipEnd(platform, context, communityId, found.user_id)
  return found.user_id
}

/** Deletes a stay and returns the user’s id. Throws `error404` for an unknown stay or a stay of another community. */
export const deleteStay = async (
  platform: Platform,
  context: TransactionContext,
  { communityId, id }: { communityId: string; id: string },
): Promise<string> => {
  const { tx } = context
  const deleted = await tx
    .deleteFrom('bookings')
    .where('community_id', '=', communityId)
    .where('id', '=', id)
    .returning('user_id')
    .executeTakeFirst()
  if (!deleted) return fail('error404')
  await updateMembershipEnd(platform, context, communityId, deleted.user_id)
  return deleted.user_id
}

const CORRECTIONS_PER_MINUTE = 20

/**
 * Corrects the member’s own current or next stay; fields not sent remain unchanged. Throws `error404` without a stay,
 * `accommodationmandatory`, `bookingdatesmandatory`, `departurebeforearrival` or `daysoutsidestay`.
 */
export const correctOwnStay = async (platform: Platform, actor: Actor, change: StayDays): Promise<void> => {
  const { db, bus, clock } = platform
  const { communityId, userId, community } = actor
  await consume(db, [{ bucket: `stay ${userId}`, max: CORRECTIONS_PER_MINUTE, windowMs: MINUTE_MS }])
  await inTransaction(db, async (tx, afterCommit) => {
    const today = dayAt(clock.now().getTime(), community.timezone)
    const found = await findOwnStay(tx, actor, today, { lock: true })
    if (!found) return fail('error404')
    const stay = {
      locationId: change.locationId === undefined ? found.place_id : change.locationId,
      arrival: change.arrival === undefined ? found.arrival : change.arrival,
      departure: change.departure === undefined ? found.departure : change.departure,
    }
    assertValid(validateOwnStay(stay, { from: found.given_arrival, until: found.given_departure }))
    await assertValidPlace(tx, communityId, stay, found.place_id)
    await tx
      .updateTable('bookings')
      .set({ place_id: stay.locationId!, arrival: stay.arrival!, departure: stay.departure! })
      .where('community_id', '=', communityId)
      .where('id', '=', found.id)
      .execute()
    afterCommit(() => bus.publish('actor.changed', { userIds: [userId] }))
  })
}
