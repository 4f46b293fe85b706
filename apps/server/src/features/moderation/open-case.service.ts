// All reports of the same content form one case, and the team is notified at once. Content that concerns a minor is
// hidden from the first report on.
import { sql } from 'kysely'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { MemberKey, OnRemoval, OnReport, Report, TransactionContext } from '#server/kernel/report.ts'
import { notifyTeamOfCase } from './notify-moderation.service.ts'
import { findMinors } from '#server/kernel/minors.ts'
import { applyDecision } from './decide.service.ts'
import { lockCase } from './moderation.queries.ts'
import { wasOverruledOnAppeal, wasContentCleared } from './earlier-decisions.queries.ts'
import { getReportable } from './reportables.ts'

const concernsMinor = async (
  { clock, settings }: Platform,
  { tx }: TransactionContext,
  { author, otherParticipants }: Pick<Report, 'author' | 'otherParticipants'>,
): Promise<boolean> => {
  const people = [author, ...otherParticipants].filter((one): one is MemberKey => one !== null)
  for (const [communityId, members] of Map.groupBy(people, one => one.communityId)) {
    const minors = await findMinors(
      { db: tx, clock, settings },
      communityId,
      members.map(({ userId }) => userId),
    )
    if (minors.size > 0) return true
  }
  return false
}

/** The picture of this report comes first; pictures of earlier reports remain as evidence. */
const mergedPictureIds = sql`excluded.picture_ids
  || array(select unnest(k.picture_ids) except select unnest(excluded.picture_ids))`

/**
 * Adds the report to the pending case of the content, or opens a case. Runs in the transaction that stores the report
 * and has locked the content.
 */
export const openCase: OnReport = async (platform, context, report) => {
  const { kind, communityId, subjectId, author, pictureIds, at: now } = report
  const isAboutMinor = await concernsMinor(platform, context, report)
  const { rows } = await sql<{ id: string; is_new: boolean; concerns_minor: boolean; hidden_at: Date | null }>`
    insert into moderation_cases as k (community_id, id, kind, subject_id, author_id, author_community_id, concerns_minor,
      flags_count, picture_ids, opened_at, flagged_at)
    values (${communityId}, ${newId()}, ${kind}, ${subjectId}, ${author?.userId ?? null}, ${author?.communityId ?? null},
      ${isAboutMinor}, 1, ${pictureIds}::uuid[], ${now}, ${now})
    on conflict (kind, subject_id) where decided_at is null do update set flags_count = k.flags_count + 1,
      flagged_at = excluded.flagged_at, picture_ids = ${mergedPictureIds},
      concerns_minor = k.concerns_minor or excluded.concerns_minor
    returning k.id, k.flags_count = 1 as is_new, k.concerns_minor, k.hidden_at`.execute(context.tx)
  const [opened] = rows
  // content that the team has cleared is not hidden again by the next report; a hidden profile is hidden again, because
  // its texts may have changed since
  const isVisibleOrProfile = !opened!.hidden_at || kind === 'user'
  if (opened!.concerns_minor && isVisibleOrProfile && !(await wasContentCleared(context.tx, kind, subjectId))) {
    await getReportable(platform, kind).setVisibility(
      platform,
      context,
      { communityId, subjectId, caseId: opened!.id },
      'pending',
    )
    await context.tx.updateTable('moderation_cases').set({ hidden_at: now }).where('id', '=', opened!.id).execute()
  }
  if (opened!.is_new)
    await notifyTeamOfCase(platform, context, { communityId, caseId: opened!.id, authorId: author?.userId ?? null })
  context.afterCommit(() =>
    platform.bus.publish('moderation.changed', {
      communityId,
      userIds: [],
      excludedUserIds: author ? [author.userId] : [],
    }),
  )
}

/**
 * Opens a case for content that the team removes without a case, and stores the removal as its decision. If a case is
 * pending, the removal decides that case.
 */
export const openDecidedCase: OnRemoval = async (platform, context, removal) => {
  const { kind, communityId, subjectId, author, pictureIds, at: now, remover, rule, reason } = removal
  // a removal that was overturned on appeal cannot be repeated by the same person
  if (await wasOverruledOnAppeal(context.tx, kind, subjectId, remover.accountId)) fail('overruled')
  const isAboutMinor = await concernsMinor(platform, context, removal)
  const { rows } = await sql<{ id: string }>`
    insert into moderation_cases as k (community_id, id, kind, subject_id, author_id, author_community_id, concerns_minor,
      flags_count, picture_ids, opened_at, flagged_at)
    values (${communityId}, ${newId()}, ${kind}, ${subjectId}, ${author.userId}, ${author.communityId}, ${isAboutMinor},
      0, ${pictureIds}::uuid[], ${now}, ${now})
    on conflict (kind, subject_id) where decided_at is null do update set picture_ids = ${mergedPictureIds}
    returning k.id`.execute(context.tx)
  const row = (await lockCase(context.tx, rows[0]!.id))!
  await applyDecision(platform, context, remover, row, { decision: 'remove', rule, reason })
}
