// Removed content is erased once its removal is final. Closed cases are purged 13 months after they were opened.
import { STATISTICS_MONTHS } from '@parvis/contract/moderation.ts'
import { removeSubjects } from '#server/kernel/notification-subject.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { earliestAppealableDecision } from './moderation.policy.ts'
import { findFinalRemovals } from './moderation.queries.ts'
import { getReportable } from './reportables.ts'

const MAX_ERASED_PER_RUN = 1_000

export const eraseFinalRemovals = async (platform: Platform): Promise<void> => {
  const now = platform.clock.now()
  const final = await findFinalRemovals(platform.db, earliestAppealableDecision(now), MAX_ERASED_PER_RUN)
  for (const { id, community_id, subject_id, kind } of final) {
    await getReportable(platform, kind).erase(platform, { communityId: community_id, subjectId: subject_id })
    await platform.db
      .updateTable('moderation_cases')
      .set({ erased_at: now, picture_ids: [] })
      .where('id', '=', id)
      .execute()
  }
}

/** One month more than the monthly counts cover, so that no count loses cases. */
const RETENTION_MONTHS = STATISTICS_MONTHS + 1

export const purgeOldCases = async (platform: Platform): Promise<void> => {
  const { db, clock, features } = platform
  const before = new Date(clock.now())
  before.setUTCMonth(before.getUTCMonth() - RETENTION_MONTHS)
  await inTransaction(db, async tx => {
    const purged = await tx
      .deleteFrom('moderation_cases')
      .where('opened_at', '<', before)
      .where('decided_at', 'is not', null)
      .where(eb => eb.or([eb('appealed_at', 'is', null), eb('appeal_decided_at', 'is not', null)]))
      // a case with hidden content is not purged, because nobody could restore the content otherwise
      .where(eb => eb.or([eb('hidden_at', 'is', null), eb('erased_at', 'is not', null)]))
      .returning('id')
      .execute()
    await removeSubjects(platform, tx, { subjectKind: 'case', ids: purged.map(({ id }) => id) })
  })
  for (const { reportable = [] } of features) for (const one of reportable) await one.purgeOldReports(db, before)
}
