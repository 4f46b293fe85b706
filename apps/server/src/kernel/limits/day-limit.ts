// How much text a member may write per day. Members are warned before they reach the limit.
import { type DayLimit, dayLimits, NEAR_SHARE } from '@parvis/contract/limits.ts'
import type { Actor } from '../actor.ts'
import { announcement } from '../announcement.ts'
import type { Platform } from '../platform.ts'
import type { AfterCommit } from '../postgres/after-commit.ts'
import { DAY_MS, type Hit, type Limit } from './rate-limit.ts'

declare module '../bus.ts' {
  interface BusMessages {
    'limit.near': { userId: string; limit: DayLimit; used: number; most: number }
  }
}

/** All texts of a member: about 500 of the longest posts in both languages, or 1,000 pages. */
export const TEXT_BYTES_PER_DAY = 5 * 1024 * 1024

export const textBytesOf = (value: unknown): number => {
  let bytes = 0
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string') bytes += Buffer.byteLength(one)
    else if (typeof one === 'object' && one !== null) for (const part of Object.values(one)) left.push(part)
  }
  return bytes
}

export const textLimit = ({ userId }: Pick<Actor, 'userId'>, written: unknown): Limit => ({
  bucket: `text ${userId}`,
  most: TEXT_BYTES_PER_DAY,
  windowMs: DAY_MS,
  amount: textBytesOf(written),
})

const isDayLimit = (name: string | undefined): name is DayLimit => (dayLimits as readonly string[]).includes(name ?? '')

/** Warns a member, once, when what was just counted brings them near a daily limit. */
export const tellNear = (
  { bus }: Pick<Platform, 'bus'>,
  { userId }: Pick<Actor, 'userId'>,
  limits: readonly Limit[],
  hits: readonly Pick<Hit, 'bucket' | 'used'>[],
  afterCommit: AfterCommit,
): void => {
  for (const { bucket, most, amount = 0 } of limits) {
    const used = hits.find(hit => hit.bucket === bucket)?.used ?? 0
    const [limit] = bucket.split(' ')
    if (!isDayLimit(limit) || used < most * NEAR_SHARE || used - amount >= most * NEAR_SHARE) continue
    afterCommit(() => bus.announce('limit.near', { userId, limit, used, most }))
  }
}

export const nearLimitAnnouncement = announcement({
  name: 'limit.near',
  receivers: ({ userId }) => ({ userIds: [userId] }),
  messageFor: (_actor, { limit, used, most }) => ({ event: 'limit.near', data: { limit, used, most } }),
})
