// Who is a minor follows from their birth date and the day in their community: nothing is stored of it.
import { type RawBuilder, sql } from 'kysely'
import type { Platform } from './platform.ts'

/** By what a statement knows who is a minor: the moment, and the age of consent in years. */
export interface AgesNow {
  now: Date
  consentAge: number
}

/** The same, or where it stands in a statement that is prepared. */
export interface Ages {
  now: Date | RawBuilder<unknown>
  consentAge: number | RawBuilder<unknown>
}

/** At this moment. */
export const agesOf = ({ clock, settings }: Pick<Platform, 'clock' | 'settings'>): AgesNow => ({
  now: clock.now(),
  consentAge: settings.consentAge,
})

/**
 * Whether the user of this alias is a minor at `now` where their community is: the same as `isUnderAge` says. Of whom
 * no birth date is known it is false.
 */
export const isMinorColumn = (
  alias: string,
  now: Date | RawBuilder<unknown>,
  consentAge: number | RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`coalesce(${sql.ref(`${alias}.birthdate`)} > (${now}::timestamptz
  at time zone (select timezone from communities where id = ${sql.ref(`${alias}.community_id`)}))::date
  - make_interval(years => ${consentAge}::int), false)`
