// Whether a user is a minor is computed from birth date and local day, not stored, so that it changes on the birthday.
import { dayAt } from '@parvis/contract/past-event.ts'
import { isUnderAge } from '@parvis/contract/profile.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { findBirthdates } from './membership.queries.ts'

type ReadContext = Pick<Platform, 'clock' | 'settings'> & { db: Db | Tx }

/** Which of these users of a community are minors. A user without a birth date counts as an adult. */
export const findMinors = async (
  { db, clock, settings }: ReadContext,
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
