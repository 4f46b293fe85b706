// The team decides on a case once, with a rule and a reason. The decision takes effect at once and the author is
// notified; it can be undone until the content has been erased.
import type { Body } from '@parvis/contract/endpoint.ts'
import { checkDecision, type decideCase, type ModerationDecision } from '@parvis/contract/moderation.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { MemberName, Work } from '#server/kernel/report.ts'
import { trimmed } from '#server/kernel/written.ts'
import { takeBackCase, tellAuthorOfCase } from '../notifications/tell-moderation.service.ts'
import { changeAccess } from '../session/membership.service.ts'
import { holdProfile } from '../session/hidden-profile.service.ts'
import { findMemberKey, holdDecider, suspendMember } from '../session/suspension.service.ts'
import { caseAbilities, judges } from './moderation.policy.ts'
import { factsOf } from './moderation.presenter.ts'
import { type CaseRow, findCase, findOtherSuspension, isHiddenElsewhere, lockCase } from './moderation.queries.ts'
import { reportables } from './reportables.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'case.kept': true
    'case.hidden': true
    'case.warned': true
    'case.suspended': true
    'case.removed': true
    'case.restored': true
  }
}

const acts = {
  keep: 'case.kept',
  hide: 'case.hidden',
  warn: 'case.warned',
  suspend: 'case.suspended',
  remove: 'case.removed',
} as const satisfies Record<ModerationDecision, string>

const subjectOf = (row: CaseRow) => ({ communityId: row.community_id, subjectId: row.subject_id, caseId: row.id })

export const authorOfCase = ({ author_id, author_community_id }: CaseRow): MemberName | null =>
  author_id && author_community_id ? { communityId: author_community_id, userId: author_id } : null

/** A case that this actor may decide; throws `error404` for any other. */
export const getCaseFor = async ({ db }: Pick<Platform, 'db'>, actor: Actor, id: string): Promise<CaseRow> => {
  const row = (await findCase(db, id)) ?? fail('error404')
  return judges(actor, factsOf(row)) ? row : fail('error404')
}

/** Whether the decision closes a member's access to the community. */
export const keepsOut = ({ kind, decision }: Pick<CaseRow, 'kind' | 'decision'>) =>
  kind === 'user' && decision === 'remove'

export const tellCase = (platform: Platform, { afterCommit }: Work, row: CaseRow) => {
  const { community_id: communityId, author_id } = row
  afterCommit(() => platform.bus.announce('moderation.changed', { communityId, userIds: author_id ? [author_id] : [] }))
}

export const noteCase = ({ tx }: Work, actor: Actor, act: Parameters<typeof audit>[1]['act'], row: CaseRow) =>
  audit(tx, {
    act,
    communityId: row.community_id,
    userId: actor.userId,
    accountId: actor.accountId,
    subjectId: row.subject_id,
  })

/**
 * Locks in the order that every change uses: first the staff if access changes, then the author, the reported content
 * and the case.
 */
export const lockAll = async (
  platform: Platform,
  work: Work,
  actor: Actor,
  found: CaseRow,
  access: 'close' | 'open' | null,
): Promise<CaseRow> => {
  const member = authorOfCase(found)
  const key = access && member && (await findMemberKey(work.tx, member))
  if (key && key.disabled !== (access === 'close')) await changeAccess(platform, work, actor, key, access === 'close')
  // the same order as when a member leaves: the member first, then their content
  if (member) await holdProfile(work.tx, member)
  await reportables[found.kind].lock(work.tx, subjectOf(found))
  return (await lockCase(work.tx, found.id)) ?? fail('error404')
}

/** Applies a decision to an open case that is locked together with its content, and notifies the author. */
export const applyDecision = async (
  platform: Platform,
  work: Work,
  actor: Actor,
  row: CaseRow,
  { decision, rule, reason, days }: Body<typeof decideCase>,
): Promise<void> => {
  const { tx, afterCommit } = work
  const now = platform.clock.now()
  const hides = decision !== 'keep' && decision !== 'warn'
  if (hides || !(await isHiddenElsewhere(tx, row)))
    await reportables[row.kind].setSight(platform, work, subjectOf(row), hides ? 'hidden' : 'shown')
  const author = authorOfCase(row)
  const until = decision === 'suspend' && days ? new Date(now.getTime() + days * DAY_MS) : null
  if (until && author) {
    const key = await findMemberKey(tx, author)
    const other = await findOtherSuspension(tx, row, now)
    if (key) await suspendMember(platform, work, actor, key, other && other > until ? other : until)
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
      hidden_at: hides ? (row.hidden_at ?? now) : null,
      // set, so that whoever saw it hidden is notified that it is visible again
      restored_at: decision === 'keep' && row.hidden_at ? now : null,
    })
    .where('id', '=', row.id)
    .execute()
  await takeBackCase(platform, work, row.id)
  if (author && (decision !== 'keep' || row.hidden_at)) {
    await tellAuthorOfCase(platform, work, { caseId: row.id, ...author })
    await platform.jobs.enqueue(tx, afterCommit, 'moderation.mail', { caseId: row.id, news: 'decision' })
  }
  tellCase(platform, work, row)
}

/** Throws the first broken rule, `alreadydecided` if somebody decided before, or `laststaff`. */
export const decideOnCase = async (
  platform: Platform,
  actor: Actor,
  id: string,
  body: Body<typeof decideCase>,
): Promise<void> => {
  const broken = checkDecision(body)
  if (broken) fail(broken.key, { field: broken.field })
  const { decision } = body
  const found = await getCaseFor(platform, actor, id)
  if (found.decided_at) fail('alreadydecided')
  if (!caseAbilities(actor, factsOf(found)).decide.includes(decision)) fail('forbidden')
  await inTransaction(platform.db, async (tx, afterCommit) => {
    const work = { tx, afterCommit }
    const closes = keepsOut({ kind: found.kind, decision })
    // two staff members who suspend each other at once would leave nobody
    if (decision === 'suspend') await holdDecider(tx, actor, authorOfCase(found), platform.clock.now())
    const row = await lockAll(platform, work, actor, found, closes ? 'close' : null)
    if (closes) await holdDecider(tx, actor, null, platform.clock.now())
    if (row.decided_at) fail('alreadydecided')
    await applyDecision(platform, work, actor, row, body)
    await noteCase(work, actor, acts[decision], row)
  })
}

/** Undoes a decision: content becomes visible, access is reopened and a suspension ends. */
export const undoDecision = async (platform: Platform, work: Work, actor: Actor, row: CaseRow): Promise<void> => {
  const now = platform.clock.now()
  if (!(await isHiddenElsewhere(work.tx, row)))
    await reportables[row.kind].setSight(platform, work, subjectOf(row), 'shown')
  const author = authorOfCase(row)
  if (author && row.suspended_until && row.suspended_until > now) {
    const key = await findMemberKey(work.tx, author)
    if (key) await suspendMember(platform, work, actor, key, await findOtherSuspension(work.tx, row, now))
  }
  await work.tx
    .updateTable('moderation_cases')
    .set({ restored_at: now, hidden_at: null })
    .where('id', '=', row.id)
    .execute()
}

/** Throws `alreadydecided` if there is nothing to undo or somebody has done so. */
export const restore = async (platform: Platform, actor: Actor, id: string): Promise<void> => {
  const found = await getCaseFor(platform, actor, id)
  if (!caseAbilities(actor, factsOf(found)).restore) fail('alreadydecided')
  await inTransaction(platform.db, async (tx, afterCommit) => {
    const work = { tx, afterCommit }
    const row = await lockAll(platform, work, actor, found, keepsOut(found) ? 'open' : null)
    if (!caseAbilities(actor, factsOf(row)).restore) fail('alreadydecided')
    await undoDecision(platform, work, actor, row)
    await noteCase(work, actor, 'case.restored', row)
    const author = authorOfCase(row)
    if (author) {
      await tellAuthorOfCase(platform, work, { caseId: id, ...author })
      await platform.jobs.enqueue(tx, afterCommit, 'moderation.mail', { caseId: id, news: 'outcome' })
    }
    tellCase(platform, work, row)
  })
}
