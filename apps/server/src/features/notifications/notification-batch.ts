import type { NotificationKind } from '@parvis/contract/notifications.ts'
import type { Platform } from '#server/kernel/platform.ts'

/** A notified user. The account of the user may currently be logged in to another of its communities. */
export interface BatchRecipient {
  communityId: string
  userId: string
  accountId: string
}

export interface NotificationBatch {
  kind: NotificationKind
  subjectKind: string
  subjectId: string
  recipients: readonly BatchRecipient[]
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'notification.created': NotificationBatch
    /** Notifications were read on another screen of the account, or by opening their subject. */
    'notification.read': { accountId: string; upTo: string } | { accountId: string; ids: readonly string[] }
    /** A notification of these accounts was deleted or its content has changed. */
    'notification.changed': { accountIds: readonly string[] }
  }
}

export interface InsertedRow {
  subject_id: string
  community_id: string
  user_id: string
  account_id: string
}

/** Publishes notifications to open screens, one live event per subject. */
export const publishNotifications = (
  { bus }: Pick<Platform, 'bus'>,
  { kind, subjectKind }: Pick<NotificationBatch, 'kind' | 'subjectKind'>,
  rows: readonly InsertedRow[],
): void => {
  for (const [subjectId, inserted] of Map.groupBy(rows, row => row.subject_id)) {
    const recipients = inserted.map(row => ({
      communityId: row.community_id,
      userId: row.user_id,
      accountId: row.account_id,
    }))
    bus.publish('notification.created', { kind, subjectKind, subjectId, recipients })
  }
}

export const publishNotificationChanges = (
  { bus }: Pick<Platform, 'bus'>,
  rows: readonly Pick<InsertedRow, 'account_id'>[],
): void => {
  if (rows.length > 0)
    bus.publish('notification.changed', { accountIds: [...new Set(rows.map(row => row.account_id))] })
}
