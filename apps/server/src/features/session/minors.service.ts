// Who is a minor follows from their birth date and the day in their community: nothing is stored of it, so that a
// birthday changes it by itself.
import { dayAt } from '@parvis/contract/past-event.ts'
import { isUnderAge } from '@parvis/contract/profile.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { findBirthdates } from './session.queries.ts'

type Reading = Pick<Platform, 'clock' | 'settings'> & { db: Db | Tx }

/** Those of these users of a community who are minors; who has told no birth date is not known to be one. */
export const findMinors = async (
  { db, clock, settings }: Reading,
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
