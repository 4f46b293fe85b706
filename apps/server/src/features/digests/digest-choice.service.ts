// Members choose how often they receive digests: in the app, or by the link in a digest mail.
import type { Digest, DigestFrequency } from '@parvis/contract/digests.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { changeAlertSettings } from '../notifications/alerts.service.ts'
import { frequencyOf } from './digests.policy.ts'
import { findDigest, type MemberKey } from './digests.queries.ts'

export const readDigest = async (db: Db, actor: Actor): Promise<Digest> => {
  const row = await findDigest(db, actor)
  const chosen = row?.rhythm ?? null
  return { rhythm: frequencyOf(chosen, actor), chosen: chosen !== null, email: Boolean(row?.email) }
}

export const setFrequency = (
  platform: Platform,
  { communityId: community_id, userId: user_id }: MemberKey,
  rhythm: DigestFrequency,
): Promise<void> =>
  changeAlertSettings(platform, { userId: user_id }, tx =>
    tx
      .insertInto('digests')
      .values({ community_id, user_id, rhythm })
      .onConflict(conflict => conflict.columns(['community_id', 'user_id']).doUpdateSet({ rhythm }))
      .execute(),
  )
