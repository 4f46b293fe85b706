import type { NotificationKind } from '@parvis/contract/notifications.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { AfterCommit } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'

/** A transaction, and what is to be told once it is committed. */
export interface Work {
  tx: Tx
  afterCommit: AfterCommit
}

/** Somebody who was told, in their community; their account may be open in another one. */
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

/** Who was told of one thing: a post, a conversation, a deal or a person. */
export interface Told {
  kind: NotificationKind
  subjectId: string
  receivers: readonly Receiver[]
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'notification.created': Told
    /** On another screen of theirs, or where they lead to. */
    'notification.read': { accountId: string; upTo: string } | { accountId: string; ids: readonly string[] }
    /** Something that these accounts were told is not there any more, or says something else. */
    'notification.changed': { accountIds: readonly string[] }
  }
}

/** A row as it was written. */
export interface Written {
  subject_id: string
  community_id: string
  user_id: string
  account_id: string
}

/** Lets open screens hear of what was written. */
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
