// Whether a user is a minor is computed from the birth date and the current local date, not stored.
import { dayAt } from '@parvis/contract/past-event.ts'
import { isUnderAge } from '@parvis/contract/profile.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, canSeeMinors } from './actor.ts'
import type { Platform } from './platform.ts'
import type { Db, Tx } from './postgres/db.ts'

export interface CurrentAgeRule {
  now: Date
  consentAge: number
}

export interface AgeRule {
  now: Date | RawBuilder<unknown>
  consentAge: number | RawBuilder<unknown>
}

export const currentAgeRule = ({ clock, settings }: Pick<Platform, 'clock' | 'settings'>): CurrentAgeRule => ({
  now: clock.now(),
  consentAge: settings.consentAge,
})

/** SQL: whether this user is a minor at `now` in their community's time zone. False without a birth date. */
export const isMinorColumn = (
  alias: string,
  now: Date | RawBuilder<unknown>,
  consentAge: number | RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`coalesce(${sql.ref(`${alias}.birthdate`)} > (${now}::timestamptz
  at time zone (select timezone from communities where id = ${sql.ref(`${alias}.community_id`)}))::date
  - make_interval(years => ${consentAge}::int), false)`

/** SQL: whether the viewer may see the user `u` as a person: hidden users are never shown, minors not to other adults. */
export const isVisiblePersonColumn = (actor: Actor, { now, consentAge }: CurrentAgeRule): RawBuilder<boolean> =>
  sql<boolean>`(u.id <> all (${actor.hiddenUserIds}::uuid[])
    and (${canSeeMinors(actor)} or u.id = ${actor.userId}::uuid or not ${isMinorColumn('u', now, consentAge)}))`

const findBirthdates = (db: Db | Tx, communityId: string, userIds: readonly string[]) =>
  db
    .selectFrom('users as u')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select(['u.id', 'u.birthdate', 'c.timezone'])
    .where('u.community_id', '=', communityId)
    .where('u.id', 'in', [...new Set(userIds)])
    .where('u.birthdate', 'is not', null)
    .execute()

/** Which of these users of a community are minors. A user without a birth date counts as an adult. */
export const findMinors = async (
  { db, clock, settings }: Pick<Platform, 'clock' | 'settings'> & { db: Db | Tx },
  communityId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = userIds.length === 0 ? [] : await findBirthdates(db, communityId, userIds)
  const now = clock.now().getTime()
  return new Set(
    rows.flatMap(({ id, birthdate, timezone }) =>
      isUnderAge(birthdate, dayAt(now, timezone), settings.consentAge) ? id : [],
    ),
  )
}
