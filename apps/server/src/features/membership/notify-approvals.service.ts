// Staff are notified of pending members and of what else waits for their approval; the person concerned is notified of the decision.
import { type RawBuilder, sql } from 'kysely'
import type { Platform } from '#server/kernel/platform.ts'
import type { MemberKey, SubjectKey, TransactionContext } from '#server/kernel/report.ts'
import { notify, retractNotifications } from '../notifications/notify.service.ts'

type NotifyPlatform = Pick<Platform, 'bus' | 'clock'>

interface Approval {
  subjectKind: string
  subject: SubjectKey
  isRenewed: boolean
  evenIfMuted?: boolean
}

const notifyOfApproval = async (
  platform: NotifyPlatform,
  context: TransactionContext,
  { subject, ...approval }: Approval,
  isRecipient: RawBuilder<boolean>,
): Promise<void> => {
  await notify(platform, context, {
    ...approval,
    kind: 'approval',
    subjects: [subject],
    recipients: sql`select s.id as subject_id, u.community_id, u.id as user_id
      from subjects s join users u on u.community_id = s.community_id where ${isRecipient}`,
  })
}

/** Notifies staff of a community of what this user asks for: see `moderates` and `assertCanRunCommunity`. */
export const notifyStaffOfApproval = (
  platform: NotifyPlatform,
  context: TransactionContext,
  approval: Approval,
  userId: string,
): Promise<void> =>
  notifyOfApproval(
    platform,
    context,
    approval,
    sql<boolean>`(u.id <> ${userId} and u.role in ('administrator', 'webmaster') and not u.first_login)`,
  )

export const notifyUserOfApproval = (
  platform: NotifyPlatform,
  context: TransactionContext,
  approval: Approval,
  userId: string,
): Promise<void> => notifyOfApproval(platform, context, approval, sql<boolean>`u.id = ${userId}`)

const memberApproval = ({ communityId, userId }: MemberKey): Approval => ({
  subjectKind: 'user',
  subject: { communityId, subjectId: userId },
  isRenewed: false,
})

export const notifyOfPendingMember = (
  platform: NotifyPlatform,
  context: TransactionContext,
  member: MemberKey,
): Promise<void> => notifyStaffOfApproval(platform, context, memberApproval(member), member.userId)

/**
 * Deletes the staff notifications of a member who is no longer pending. Call this before the member’s row is deleted.
 */
export const retractPendingMemberNotifications = (
  platform: Pick<Platform, 'bus'>,
  context: TransactionContext,
  { userId }: Pick<MemberKey, 'userId'>,
): Promise<void> =>
  retractNotifications(platform, context, { subjectKind: 'user', subjectId: userId }, { exceptUserId: userId })

export const notifyOfAdmission = (
  platform: NotifyPlatform,
  context: TransactionContext,
  member: MemberKey,
): Promise<void> =>
  notifyUserOfApproval(platform, context, { ...memberApproval(member), evenIfMuted: true }, member.userId)
