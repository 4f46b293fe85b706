// Every change of stored messages is published to the members of their conversation.
import type { Platform } from '#server/kernel/platform.ts'
import type { TransactionContext } from '#server/kernel/report.ts'
import { findMemberIds } from './conversation.queries.ts'
import type { ConversationKey } from './message.queries.ts'
import { recentMessages } from './recent-messages.ts'

/** Publishes updates of these messages after the commit, to the members other than `exceptUserId`. */
export const publishMessageUpdates = async (
  platform: Pick<Platform, 'state' | 'bus'>,
  { tx, afterCommit }: TransactionContext,
  key: ConversationKey,
  ids: readonly string[],
  exceptUserId?: string,
): Promise<void> => {
  const userIds = (await findMemberIds(tx, key)).filter(id => id !== exceptUserId)
  afterCommit(() => {
    for (const id of ids) {
      recentMessages(platform).delete(id)
      platform.bus.publish('message.updated', { ...key, id, userIds })
    }
  })
}
