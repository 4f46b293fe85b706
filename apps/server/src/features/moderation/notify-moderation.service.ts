// Staff are notified of reports and appeals, and authors of decisions and of the outcome of appeals.
import { type RawBuilder, sql } from 'kysely'
import type { Platform } from '#server/kernel/platform.ts'
import type { MemberKey, SubjectKey, TransactionContext } from '#server/kernel/report.ts'
import { notify, retractNotifications } from '../notifications/notify.service.ts'

type NotifyPlatform = Pick<Platform, 'bus' | 'clock'>

const notifyOfCase = async (
  platform: NotifyPlatform,
  context: TransactionContext,
  subject: SubjectKey,
  isRecipient: RawBuilder<boolean>,
) => {
  const rows = await notify(platform, context, {
    kind: 'moderation',
    subjectKind: 'case',
    subjects: [subject],
    recipients: sql`select s.id as subject_id, u.community_id, u.id as user_id from subjects s cross join users u where ${isRecipient}`,
    isRenewed: true,
  })
  return rows.length
}

interface PendingCase {
  communityId: string
  caseId: string
  authorId: string | null
  /** The person who decided on the case before and is not notified again. */
  deciderId?: string | null
}

/**
 * Notifies the administrators and webmasters of a community, except the author and the decider; if there are none, the
 * webmasters of all communities.
 */
export const notifyTeamOfCase = async (
  platform: NotifyPlatform,
  context: TransactionContext,
  { communityId, caseId, authorId, deciderId = null }: PendingCase,
): Promise<void> => {
  // compares accounts, because one person may have several memberships
  const isOther = sql`not u.first_login and u.account_id <> all (array(
    select o.account_id from users o where o.id = any (array[${authorId}, ${deciderId}]::uuid[])))`
  const subject = { communityId, subjectId: caseId }
  const notifiedCount = await notifyOfCase(
    platform,
    context,
    subject,
    sql<boolean>`(u.community_id = ${communityId} and u.role in ('administrator', 'webmaster') and ${isOther})`,
  )
  if (notifiedCount === 0)
    await notifyOfCase(platform, context, subject, sql<boolean>`(u.role = 'webmaster' and ${isOther})`)
}

/** Deletes the notifications of a case that is no longer pending. */
export const retractCaseNotifications = (
  platform: Pick<Platform, 'bus'>,
  context: TransactionContext,
  caseId: string,
): Promise<void> => retractNotifications(platform, context, { subjectKind: 'case', subjectId: caseId })

export const notifyAuthorOfCase = async (
  platform: NotifyPlatform,
  context: TransactionContext,
  { id, community_id }: { id: string; community_id: string },
  { communityId, userId }: MemberKey,
): Promise<void> => {
  await notifyOfCase(
    platform,
    context,
    { communityId: community_id, subjectId: id },
    sql<boolean>`(u.community_id = ${communityId} and u.id = ${userId})`,
  )
}
