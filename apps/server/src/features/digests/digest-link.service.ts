// The link in a digest can stop digests or make them less frequent, and nothing else, because mails are forwarded. It
// is the same in every mail to one member; only its hash is stored.
import { type DigestRhythm, type LinkedDigest, USUAL_RHYTHM } from '@parvis/contract/digests.ts'
import { fail } from '#server/kernel/errors.ts'
import { HALF_HOUR_MS, takeHits } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { hashSecret } from '#server/kernel/secrets.ts'
import { setRhythm } from './digest-choice.service.ts'
import { isMoreOften } from './digests.policy.ts'
import { findLinked, type MemberKey } from './digests.queries.ts'

/** Per address and window; high, because mail providers follow many links and those of departed members stay around. */
export const WRONG_LINKS = 60

/** Derived from the secret of the installation; a new secret changes every link. */
export const makeDigestLink = async (
  { db, secretBox }: Pick<Platform, 'db' | 'secretBox'>,
  { communityId, userId }: MemberKey,
): Promise<string> => {
  const token = secretBox.derive(`digest ${communityId} ${userId}`)
  const link_hash = hashSecret(token)
  await db
    .insertInto('digests')
    .values({ community_id: communityId, user_id: userId, link_hash })
    .onConflict(conflict => conflict.columns(['community_id', 'user_id']).doUpdateSet({ link_hash }))
    .execute()
  return token
}

/** Throws `tokenexpired` for an unknown link. */
const getLinked = async ({ db }: Platform, token: string, address: string) => {
  const limit = { bucket: `digest-link ${address}`, most: WRONG_LINKS, windowMs: HALF_HOUR_MS }
  const forgive = await takeHits(db, [limit])
  const row = await findLinked(db, hashSecret(token))
  if (!row) return fail('tokenexpired')
  await forgive()
  return row
}

export const readLinked = async (platform: Platform, token: string, address: string): Promise<LinkedDigest> => {
  const { rhythm, community } = await getLinked(platform, token, address)
  return { rhythm: rhythm ?? USUAL_RHYTHM, community }
}

export const setLinked = async (
  platform: Platform,
  token: string,
  rhythm: DigestRhythm,
  address: string,
): Promise<LinkedDigest> => {
  const { community, rhythm: before, ...member } = await getLinked(platform, token, address)
  if (isMoreOften(rhythm, before ?? USUAL_RHYTHM)) fail('forbidden')
  await setRhythm(platform, member, rhythm)
  return { rhythm, community }
}
