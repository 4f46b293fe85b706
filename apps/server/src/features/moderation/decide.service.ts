// The team decides on a case once, with a rule and a reason. The decision takes effect at once and the author is
// notified. The decision can be undone until the content has been erased.
import type { Body } from '@parvis/contract/endpoint.ts'
import { validateDecision, type decideCase, type ModerationDecision } from '@parvis/contract/moderation.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail, assertValid } from '#server/kernel/errors.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { MemberKey, TransactionContext } from '#server/kernel/report.ts'
import { trimmed } from '#server/kernel/text-input.ts'
import { retractCaseNotifications, notifyAuthorOfCase } from './notify-moderation.service.ts'
import { setMemberDisabled } from '../membership/membership.service.ts'
import { lockProfile } from '../membership/hidden-profile.service.ts'
import { findMembershipKey, lockModerator, suspendMember } from '../membership/suspension.service.ts'
import { caseAbilities, canDecideCase } from './moderation.policy.ts'
import { caseFactsOf } from './moderation.presenter.ts'
import { type CaseRow, findCase, lockCase } from './moderation.queries.ts'
import { findOtherSuspensionEnd, isHiddenByOtherCase } from './earlier-decisions.queries.ts'
import { getReportable } from './reportables.ts'

const auditActs = {
  keep: 'case.kept',
  hide: 'case.hidden',
  warn: 'case.warned',
  suspend: 'case.suspended',
  remove: 'case.removed',
} as const satisfies Record<ModerationDecision, string>

const caseSubjectOf = (row: CaseRow) => ({ communityId: row.community_id, subjectId: row.subject_id, caseId: row.id })

export const authorOfCase = ({ author_id, author_community_id }: CaseRow): MemberKey | null =>
  author_id && author_community_id ? { communityId: author_community_id, userId: author_id } : null

/** Returns the case if this actor may decide on it; throws `error404` otherwise. */
export const getDecidableCase = async ({ db }: Pick<Platform, 'db'>, actor: Actor, id: string): Promise<CaseRow> => {
  const row = (await findCase(db, id)) ?? fail('error404')
  return canDecideCase(actor, caseFactsOf(row)) ? row : fail('error404')
}

/** Whether the decision removes the member from the community. */
export const removesMember = ({ kind, decision }: Pick<CaseRow, 'kind' | 'decision'>) =>
  kind === 'user' && decision === 'remove'

export const publishCaseChange = (platform: Platform, { afterCommit }: TransactionContext, row: CaseRow) => {
  const { community_id: communityId, author_id } = row
  afterCommit(() => platform.bus.publish('moderation.changed', { communityId, userIds: author_id ? [author_id] : [] }))
}

export const auditCase = (
  { tx }: TransactionContext,
  actor: Actor,
  act: Parameters<typeof audit>[1]['act'],
  row: CaseRow,
) =>
  audit(tx, {
    act,
    communityId: row.community_id,
    userId: actor.userId,
    accountId: actor.accountId,
    subjectId: row.subject_id,
  })

/**
 * Closes or opens the author’s access if requested, then locks author, content and case. Every change of a case locks
 * in this order.
 */
export const lockCaseAndContent = async (
  platform: Platform,
  context: TransactionContext,
  actor: Actor,
  unlockedCase: CaseRow,
  accessChange: 'close' | 'open' | null,
): Promise<CaseRow> => {
  const member = authorOfCase(unlockedCase)
  const key = accessChange && member && (await findMembershipKey(context.tx, member))
  if (key && key.disabled !== (accessChange === 'close'))
    await setMemberDisabled(platform, context, actor, key, accessChange === 'close')
  // locks the member before their content, as a departure does
  if (member) await lockProfile(context.tx, member)
  await getReportable(platform, unlockedCase.kind).lockSubject(context.tx, caseSubjectOf(unlockedCase))
  return (await lockCase(context.tx, unlockedCase.id)) ?? fail('error404')
}

/** Applies a decision to an open case that is locked together with its content, and notifies the author. */
export const applyDecision = async (
  platform: Platform,
  context: TransactionContext,
  actor: Actor,
  row: CaseRow,
  { decision, rule, reason, days }: Body<typeof decideCase>,
): Promise<void> => {
  const { tx, afterCommit } = context
  const now = platform.clock.now()
  const hidesContent = decision !== 'keep' && decision !== 'warn'
  if (hidesContent || !(await isHiddenByOtherCase(tx, row)))
    await getReportable(platform, row.kind).setVisibility(
      platform,
      context,
      caseSubjectOf(row),
      hidesContent ? 'hidden' : 'visible',
    )
  const author = authorOfCase(row)
  const until = decision === 'suspend' && days ? new Date(now.getTime() + days * DAY_MS) : null
  if (until && author) {
    const key = await findMembershipKey(tx, author)
    const other = await findOtherSuspensionEnd(tx, row, now)
    if (key) await suspendMember(platform, context, actor, key, other && other > until ? other : until)
  }
  await tx
    .updateTable('moderation_cases')
    .set({
      decision,
      rule: decision === 'keep' ? null : (rule ?? null),
      reason: trimmed(reason) ?? null,
      days: until ? days! : null,
      decided_at: now,
      decided_by: actor.userId,
      decided_by_account: actor.accountId,
      suspended_until: until,
      hidden_at: hidesContent ? (row.hidden_at ?? now) : null,
      // `restored_at` makes the notification say that content which the author saw hidden is visible again
      restored_at: decision === 'keep' && row.hidden_at ? now : null,
    })
    .where('id', '=', row.id)
    .execute()
  await retractCaseNotifications(platform, context, row.id)
  if (author && (decision !== 'keep' || row.hidden_at)) {
    await notifyAuthorOfCase(platform, context, row, author)
    await platform.jobs.enqueue(tx, afterCommit, 'moderation.mail', { caseId: row.id, news: 'decision' })
  }
  publishCaseChange(platform, context, row)
}

/**
 * Decides on an open case. Throws the error of `validateDecision`, `alreadydecided` if somebody else has decided,
 * `forbidden` for a decision that is not available to the actor, or `laststaff`.
 */
export const decideOnCase = async (
  platform: Platform,
  actor: Actor,
  id: string,
  body: Body<typeof decideCase>,
): Promise<void> => {
  assertValid(validateDecision(body))
  const { decision } = body
  const found = await getDecidableCase(platform, actor, id)
  if (found.decided_at) fail('alreadydecided')
  if (!caseAbilities(actor, caseFactsOf(found)).decide.includes(decision)) fail('forbidden')
  await inTransaction(platform.db, async (tx, afterCommit) => {
    const context = { tx, afterCommit }
    const willRemoveMember = removesMember({ kind: found.kind, decision })
    // locks the decider, because two staff members who suspend each other at once would leave nobody to moderate
    if (decision === 'suspend') await lockModerator(tx, actor, authorOfCase(found), platform.clock.now())
    const row = await lockCaseAndContent(platform, context, actor, found, willRemoveMember ? 'close' : null)
    if (willRemoveMember) await lockModerator(tx, actor, null, platform.clock.now())
    if (row.decided_at) fail('alreadydecided')
    await applyDecision(platform, context, actor, row, body)
    await auditCase(context, actor, auditActs[decision], row)
  })
}

/**
 * Makes the content visible again and ends the suspension. The access of a removed member is opened by
 * `lockCaseAndContent`.
 */
export const undoDecision = async (
  platform: Platform,
  context: TransactionContext,
  actor: Actor,
  row: CaseRow,
): Promise<void> => {
  const now = platform.clock.now()
  if (!(await isHiddenByOtherCase(context.tx, row)))
    await getReportable(platform, row.kind).setVisibility(platform, context, caseSubjectOf(row), 'visible')
  const author = authorOfCase(row)
  if (author && row.suspended_until && row.suspended_until > now) {
    const key = await findMembershipKey(context.tx, author)
    if (key) await suspendMember(platform, context, actor, key, await findOtherSuspensionEnd(context.tx, row, now))
  }
  await context.tx
    .updateTable('moderation_cases')
    .set({ restored_at: now, hidden_at: null })
    .where('id', '=', row.id)
    .execute()
}

/** Undoes a decision. Throws `alreadydecided` if it cannot be undone or somebody else has undone it. */
export const undoCaseDecision = async (platform: Platform, actor: Actor, id: string): Promise<void> => {
  const found = await getDecidableCase(platform, actor, id)
  if (!caseAbilities(actor, caseFactsOf(found)).restore) fail('alreadydecided')
  await inTransaction(platform.db, async (tx, afterCommit) => {
    const context = { tx, afterCommit }
    const row = await lockCaseAndContent(platform, context, actor, found, removesMember(found) ? 'open' : null)
    if (!caseAbilities(actor, caseFactsOf(row)).restore) fail('alreadydecided')
    await undoDecision(platform, context, actor, row)
    await auditCase(context, actor, 'case.restored', row)
    const author = authorOfCase(row)
    if (author) {
      await notifyAuthorOfCase(platform, context, row, author)
      await platform.jobs.enqueue(tx, afterCommit, 'moderation.mail', { caseId: id, news: 'outcome' })
    }
    publishCaseChange(platform, context, row)
  })
}
