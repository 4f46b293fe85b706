// A member reports a deal to the moderators, with or without a reason: once a day per deal, and the reporter is never
// shown.
import type { Actor } from '#server/kernel/actor.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { hasReportedSince } from '#server/kernel/postgres/reports.ts'
import { fileReport, type RuleAndReason } from '#server/kernel/report.ts'
import { lockDeal } from './deals.service.ts'
import { storeDealSnapshot, buildReportSubject } from './deal-snapshot.service.ts'

export const flagDeal = async (
  platform: Platform,
  actor: Actor,
  id: string,
  ruleAndReason: RuleAndReason,
): Promise<void> => {
  const { db, clock } = platform
  const now = clock.now()
  await inTransaction(db, async (tx, afterCommit) => {
    const row = await lockDeal(tx, clock, actor, id, 'flag')
    const flag = { communityId: row.community_id, subjectId: id, reporterId: actor.userId }
    if (await hasReportedSince(tx, 'deal_flags', 'deal_id', flag, new Date(now.getTime() - DAY_MS))) return
    const report = { ...(await buildReportSubject(tx, row)), reporter: actor, at: now }
    await fileReport(platform, { tx, afterCommit }, report, () =>
      storeDealSnapshot(tx, id, { reporterId: actor.userId, ...ruleAndReason, at: now }),
    )
  })
}
