// Who has left a community or deleted the account returns within a week by a mailed link.
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { HALF_HOUR_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { TransactionContext } from '#server/kernel/report.ts'
import { hashSecret } from '#server/kernel/secrets.ts'
import { restoreMembers } from '../membership/departure.service.ts'
import type { MembershipKey } from '../membership/membership.service.ts'

export interface RestoredMembers {
  members: MembershipKey[]
  communityId: string
}

const MAX_GUESSES = 5

/** Undoes a departure by a mailed link. Throws `tokenexpired`, and `toomanyrequests` after too many unknown links. */
export const undoDeparture = async (
  platform: Platform,
  token: string,
  address: string,
  onRestored: (context: TransactionContext, members: readonly MembershipKey[]) => Promise<void>,
): Promise<RestoredMembers> => {
  const { db, clock } = platform
  const refund = await consume(db, [{ bucket: `undo-address ${address}`, max: MAX_GUESSES, windowMs: HALF_HOUR_MS }])
  const now = clock.now()
  const link = await db
    .selectFrom('link_tokens')
    .select(['purpose', 'account_id', 'community_id', 'expires_at'])
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', 'in', ['left', 'deleted'])
    .executeTakeFirst()
  if (!link) {
    await audit(db, { act: 'link.failed', address })
    return fail('tokenexpired')
  }
  // A link that exists is not a guess, so the attempt does not count.
  await refund()
  const { account_id: accountId, community_id: communityId } = link
  if (link.expires_at <= now) return fail('tokenexpired')
  return inTransaction(db, async (tx, afterCommit) => {
    const context = { tx, afterCommit }
    const isDeleted = link.purpose === 'deleted'
    const members = await restoreMembers(
      platform,
      context,
      { accountId, communityId, isDeleted },
      address,
      async restored => {
        await tx
          .deleteFrom('link_tokens')
          .where('account_id', '=', accountId)
          .where('purpose', '=', link.purpose)
          .$if(!isDeleted, query => query.where('community_id', '=', communityId))
          .execute()
        await onRestored(context, restored)
      },
    )
    return members ? { members, communityId } : fail('tokenexpired')
  })
}
