// What was removed is erased once nobody can bring it back; what is over for more than a year is forgotten.
import { COUNTED_MONTHS } from '@parvis/contract/moderation.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { appealableSince } from './moderation.policy.ts'
import { findFinalRemovals } from './moderation.queries.ts'
import { reportables } from './reportables.ts'

/** Removed in one run. */
const MOST = 1_000

export const eraseRemoved = async (platform: Platform): Promise<void> => {
  const now = platform.clock.now()
  const final = await findFinalRemovals(platform.db, appealableSince(now), MOST)
  for (const { id, community_id, subject_id, kind } of final) {
    await reportables[kind].erase(platform, { communityId: community_id, subjectId: subject_id })
    await platform.db
      .updateTable('moderation_cases')
      .set({ erased_at: now, picture_ids: [] })
      .where('id', '=', id)
      .execute()
  }
}

/** A month more than the counts reach back. */
const KEPT_MONTHS = COUNTED_MONTHS + 1

export const forgetOldCases = async ({ db, clock }: Platform): Promise<void> => {
  const before = new Date(clock.now())
  before.setUTCMonth(before.getUTCMonth() - KEPT_MONTHS)
  await db
    .deleteFrom('moderation_cases')
    .where('opened_at', '<', before)
    .where('decided_at', 'is not', null)
    .where(eb => eb.or([eb('appealed_at', 'is', null), eb('appeal_decided_at', 'is not', null)]))
    // what is out of sight is not forgotten: it could be shown again by nobody
    .where(eb => eb.or([eb('hidden_at', 'is', null), eb('erased_at', 'is not', null)]))
    .execute()
  for (const reportable of Object.values(reportables)) await reportable.forget(db, before)
}
