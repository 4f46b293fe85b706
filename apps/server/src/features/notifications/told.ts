import type { NotificationKind } from '@parvis/contract/notifications.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { AfterCommit } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'

export interface Work {
  tx: Tx
  afterCommit: AfterCommit
}

/** A notified user in their community; the account may be open in another one. */
export interface Receiver {
  communityId: string
  userId: string
  accountId: string
}

export interface EventName {
  communityId: string
  eventId: string
}

export interface ConversationName {
  communityId: string
  conversationId: string
}

export interface Told {
  kind: NotificationKind
  subjectId: string
  receivers: readonly Receiver[]
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'notification.created': Told
    /** By another screen, or by opening the subject. */
    'notification.read': { accountId: string; upTo: string } | { accountId: string; ids: readonly string[] }
    /** A notification of these accounts was deleted or has other content. */
    'notification.changed': { accountIds: readonly string[] }
  }
}

export interface Written {
  subject_id: string
  community_id: string
  user_id: string
  account_id: string
}

/** Publishes notifications to open screens, one live event per subject. */
export const announceTold = (
  { bus }: Pick<Platform, 'bus'>,
  kind: NotificationKind,
  rows: readonly Written[],
): void => {
  for (const [subjectId, told] of Map.groupBy(rows, row => row.subject_id)) {
    const receivers = told.map(row => ({
      communityId: row.community_id,
      userId: row.user_id,
      accountId: row.account_id,
    }))
    bus.announce('notification.created', { kind, subjectId, receivers })
  }
}

export const announceChanged = ({ bus }: Pick<Platform, 'bus'>, rows: readonly Pick<Written, 'account_id'>[]): void => {
  if (rows.length > 0)
    bus.announce('notification.changed', { accountIds: [...new Set(rows.map(row => row.account_id))] })
}
