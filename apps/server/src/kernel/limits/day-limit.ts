// What a member may write within a day: they are told before they reach it, and everything that they type counts.
import { type DayLimit, dayLimits, NEAR_SHARE } from '@parvis/contract/limits.ts'
import type { Actor } from '../actor.ts'
import { announcement } from '../announcement.ts'
import type { Platform } from '../platform.ts'
import type { AfterCommit } from '../postgres/after-commit.ts'
import { DAY_MS, type Hit, type Limit } from './rate-limit.ts'

declare module '../bus.ts' {
  interface BusMessages {
    /** A member has used most of what they may in a day. */
    'limit.near': { userId: string; limit: DayLimit; used: number; most: number }
  }
}

/** Of all texts of a member: some five hundred of the longest posts in both languages, or a thousand pages. */
export const TEXT_BYTES_PER_DAY = 5 * 1024 * 1024

/** The bytes of every text in what somebody sends, however deep it lies. */
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

/** Counts what is stored of a text, as it was sent. */
export const textLimit = ({ userId }: Pick<Actor, 'userId'>, written: unknown): Limit => ({
  bucket: `text ${userId}`,
  most: TEXT_BYTES_PER_DAY,
  windowMs: DAY_MS,
  amount: textBytesOf(written),
})

const isDayLimit = (name: string | undefined): name is DayLimit => (dayLimits as readonly string[]).includes(name ?? '')

/** Tells a member, once, that what was just counted brings them near a limit of the day. */
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
