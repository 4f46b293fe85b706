import { type DayLimit, dayLimits, LIMIT_WARNING_SHARE } from '@parvis/contract/limits.ts'
import type { Actor } from '../actor.ts'
import { defineLiveEvent } from '../live-event.ts'
import type { Platform } from '../platform.ts'
import type { AfterCommit } from '../postgres/after-commit.ts'
import type { Db } from '../postgres/db.ts'
import { DAY_MS, type Attempt, type Limit, recordAttempts } from './rate-limit.ts'

declare module '../bus.ts' {
  interface BusMessages {
    'limit.near': { userId: string; limit: DayLimit; used: number; most: number }
  }
}

/** Limit of a member's stored texts: about 500 of the longest posts in both languages, or 1,000 pages. */
export const TEXT_BYTES_PER_DAY = 5 * 1024 * 1024

export const textBytesOf = (value: unknown): number => {
  let bytes = 0
  const remaining = [value]
  while (remaining.length > 0) {
    const current = remaining.pop()
    if (typeof current === 'string') bytes += Buffer.byteLength(current)
    else if (typeof current === 'object' && current !== null)
      for (const part of Object.values(current)) remaining.push(part)
  }
  return bytes
}

export const textLimit = ({ userId }: Pick<Actor, 'userId'>, input: unknown): Limit => ({
  bucket: `text ${userId}`,
  max: TEXT_BYTES_PER_DAY,
  windowMs: DAY_MS,
  amount: textBytesOf(input),
})

const isDayLimit = (name: string | undefined): name is DayLimit => (dayLimits as readonly string[]).includes(name ?? '')

/** Warns a member once when the amount that was just counted brings them near a daily limit. */
export const warnNearLimit = (
  { bus }: Pick<Platform, 'bus'>,
  { userId }: Pick<Actor, 'userId'>,
  limits: readonly Limit[],
  attempts: readonly Pick<Attempt, 'bucket' | 'used'>[],
  afterCommit: AfterCommit,
): void => {
  for (const { bucket, max, amount = 0 } of limits) {
    const used = attempts.find(attempt => attempt.bucket === bucket)?.used ?? 0
    const [limit] = bucket.split(' ')
    if (!isDayLimit(limit) || used < max * LIMIT_WARNING_SHARE || used - amount >= max * LIMIT_WARNING_SHARE) continue
    afterCommit(() => bus.publish('limit.near', { userId, limit, used, most: max }))
  }
}

/** Records attempts against these limits, and warns the member near a day limit. Throws `toomanyrequests`. */
export const consumeDayLimits = async (
  platform: Pick<Platform, 'bus'>,
  actor: Pick<Actor, 'userId'>,
  { tx, afterCommit }: { tx: Db; afterCommit: AfterCommit },
  limits: readonly Limit[],
): Promise<void> => warnNearLimit(platform, actor, limits, await recordAttempts(tx, limits), afterCommit)

export const nearLimitEvent = defineLiveEvent({
  name: 'limit.near',
  audience: ({ userId }) => ({ userIds: [userId] }),
  messageFor: (_actor, { limit, used, most }) => ({ event: 'limit.near', data: { limit, used, most } }),
})
