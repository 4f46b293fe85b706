// The link in a digest can stop digests or make them less frequent, and nothing else, because the mail may be
// forwarded. All mails to one member contain the same link. The database stores only the hash of the link.
import { type DigestFrequency, type LinkedDigest, DEFAULT_DIGEST_FREQUENCY } from '@parvis/contract/digests.ts'
import { fail } from '#server/kernel/errors.ts'
import { HALF_HOUR_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { hashSecret } from '#server/kernel/secrets.ts'
import { setFrequency } from './digest-choice.service.ts'
import { isMoreFrequent } from './digests.policy.ts'
import { findDigestByLink, type MemberKey } from './digests.queries.ts'

/**
 * Maximum number of requests with a wrong link per IP address in half an hour. Mail providers also open the links of
 * departed members.
 */
export const MAX_WRONG_LINKS = 60

/** Returns the token of the member's link, derived from the secret of the installation, and stores its hash. */
export const createDigestLink = async (
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
const getDigestByLink = async ({ db }: Platform, token: string, address: string) => {
  const limit = { bucket: `digest-link ${address}`, max: MAX_WRONG_LINKS, windowMs: HALF_HOUR_MS }
  const refund = await consume(db, [limit])
  const row = await findDigestByLink(db, hashSecret(token))
  if (!row) return fail('tokenexpired')
  await refund()
  return row
}

export const readDigestByLink = async (platform: Platform, token: string, address: string): Promise<LinkedDigest> => {
  const { rhythm, community } = await getDigestByLink(platform, token, address)
  return { rhythm: rhythm ?? DEFAULT_DIGEST_FREQUENCY, community }
}

export const setFrequencyByLink = async (
  platform: Platform,
  token: string,
  rhythm: DigestFrequency,
  address: string,
): Promise<LinkedDigest> => {
  const { community, rhythm: before, ...member } = await getDigestByLink(platform, token, address)
  if (isMoreFrequent(rhythm, before ?? DEFAULT_DIGEST_FREQUENCY)) fail('forbidden')
  await setFrequency(platform, member, rhythm)
  return { rhythm, community }
}
