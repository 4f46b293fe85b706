// A member reports a deal to the moderators, with or without a reason: once a day per deal, and the reporter is never
// shown.
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
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
    const report = { ...(await buildReportSubject(tx, row)), reporter: actor, at: now }
    await fileReport(platform, { tx, afterCommit }, report, { table: 'deal_flags', subjectColumn: 'deal_id' }, () =>
      storeDealSnapshot(tx, id, { reporterId: actor.userId, ...ruleAndReason, at: now }),
    )
  })
}
