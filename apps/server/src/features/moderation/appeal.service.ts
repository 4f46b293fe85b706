// Authors can appeal against a decision once, within two weeks: when logged in, or by the link in the mail. Somebody
// other than the decider decides on the appeal. A decision that is overturned is undone at once.
import type { Body } from '@parvis/contract/endpoint.ts'
import { validateStatement, type decideAppeal as decideAppealCall } from '@parvis/contract/moderation.ts'
import { type Actor } from '#server/kernel/actor.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail, assertValid } from '#server/kernel/errors.ts'
import { HALF_HOUR_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { hashSecret } from '#server/kernel/secrets.ts'
import { trimmed } from '#server/kernel/text-input.ts'
import { retractCaseNotifications, notifyAuthorOfCase, notifyTeamOfCase } from './notify-moderation.service.ts'
import {
  authorOfCase,
  getDecidableCase,
  removesMember,
  lockCaseAndContent,
  auditCase,
  publishCaseChange,
  undoDecision,
} from './decide.service.ts'
import { canAppeal, caseAbilities } from './moderation.policy.ts'
import { caseFactsOf } from './moderation.presenter.ts'
import { type CaseRow, findCase, findCaseByToken, findOwnCases, lockCase } from './moderation.queries.ts'

/** Maximum number of unknown appeal links that one IP address may try within half an hour. */
export const MAX_WRONG_APPEAL_LINKS = 20

/** Returns the case that this link belongs to; throws `tokenexpired` for an unknown link. */
const getCaseByAppealLink = async ({ db }: Platform, token: string, address: string): Promise<CaseRow> => {
  const refund = await consume(db, [
    { bucket: `appeal ${address}`, max: MAX_WRONG_APPEAL_LINKS, windowMs: HALF_HOUR_MS },
  ])
  const row = await findCaseByToken(db, hashSecret(token))
  if (!row) {
    await audit(db, { act: 'link.failed', address })
    return fail('tokenexpired')
  }
  await refund()
  return row
}

/**
 * Returns the case that this link belongs to, then the author’s other cases that were or can be appealed, because a
 * removed member cannot read those in another way.
 */
export const getCasesByAppealLink = async (platform: Platform, token: string, address: string): Promise<CaseRow[]> => {
  const row = await getCaseByAppealLink(platform, token, address)
  const ownCases = row.author_id ? await findOwnCases(platform.db, row.author_id) : []
  const now = platform.clock.now()
  const otherAppealableCases = ownCases.filter(
    one => one.id !== row.id && (one.appealed_at !== null || canAppeal(caseFactsOf(one), now)),
  )
  return [row, ...otherAppealableCases]
}

/** Returns the case if it is decided and about this actor; throws `error404` otherwise. */
export const getOwnCase = async ({ db }: Platform, actor: Actor, id: string): Promise<CaseRow> => {
  const row = await findCase(db, id)
  return row && row.author_id === actor.userId && row.decided_at ? row : fail('error404')
}

/** Stores an appeal. Throws `reasonmandatory` for a blank text, `alreadydecided` if no appeal is possible any more. */
export const appealAgainstDecision = async (platform: Platform, { id }: CaseRow, text: string | null | undefined) => {
  assertValid(validateStatement(text, 'text'))
  const now = platform.clock.now()
  await inTransaction(platform.db, async (tx, afterCommit) => {
    const context = { tx, afterCommit }
    const row = (await lockCase(tx, id)) ?? fail('error404')
    if (!canAppeal(caseFactsOf(row), now)) fail('alreadydecided')
    await tx
      .updateTable('moderation_cases')
      .set({ appeal_text: trimmed(text), appealed_at: now, reminded_hours: 0 })
      .where('id', '=', id)
      .execute()
    await audit(tx, {
      act: 'case.appealed',
      communityId: row.community_id,
      ...(row.author_id && { userId: row.author_id }),
      ...(row.author_account_id && { accountId: row.author_account_id }),
      subjectId: row.subject_id,
    })
    await notifyTeamOfCase(platform, context, {
      communityId: row.community_id,
      caseId: id,
      authorId: row.author_id,
      deciderId: row.decided_by,
    })
    publishCaseChange(platform, context, row)
  })
}

export const decideOnAppeal = async (
  platform: Platform,
  actor: Actor,
  id: string,
  { overturn, reason }: Body<typeof decideAppealCall>,
): Promise<void> => {
  assertValid(validateStatement(reason, 'reason'))
  const found = await getDecidableCase(platform, actor, id)
  if (found.appeal_decided_at || !found.appealed_at) fail('alreadydecided')
  if (!caseAbilities(actor, caseFactsOf(found)).decideOnAppeal) fail('forbidden')
  await inTransaction(platform.db, async (tx, afterCommit) => {
    const context = { tx, afterCommit }
    const row = await lockCaseAndContent(
      platform,
      context,
      actor,
      found,
      overturn && removesMember(found) ? 'open' : null,
    )
    if (row.appeal_decided_at) fail('alreadydecided')
    if (overturn) await undoDecision(platform, context, actor, row)
    await tx
      .updateTable('moderation_cases')
      .set({ appeal_overturned: overturn, appeal_reason: trimmed(reason), appeal_decided_at: platform.clock.now() })
      .where('id', '=', id)
      .execute()
    await auditCase(context, actor, overturn ? 'appeal.overturned' : 'appeal.upheld', row)
    await retractCaseNotifications(platform, context, id)
    const author = authorOfCase(row)
    if (author) {
      await notifyAuthorOfCase(platform, context, row, author)
      await platform.jobs.enqueue(tx, afterCommit, 'moderation.mail', { caseId: id, news: 'outcome' })
    }
    publishCaseChange(platform, context, row)
  })
}
