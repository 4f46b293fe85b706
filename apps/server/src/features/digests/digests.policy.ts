// Active members receive digests as often as they choose. Members who have not chosen receive a weekly digest while
// they visit now and then, and none once they no longer visit, so that unread mails stop by themselves.
import { type DigestFrequency, digestFrequencies, DEFAULT_DIGEST_FREQUENCY } from '@parvis/contract/digests.ts'
import { isMember } from '@parvis/contract/roles.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { type Actor, hasPendingSetup } from '#server/kernel/actor.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'

/** Digests are sent between these local times of the community. */
export const SENDING_STARTS = '08:00'
export const SENDING_ENDS = '20:00'

/**
 * Days since the last visit within which members who have not chosen a frequency receive a digest. After fewer days
 * they have missed little, after more they do not read the mails.
 */
export const DAYS_AWAY_FOR_DEFAULT_DIGEST = { least: 1, most: 60 }
const MAX_CONTENT_AGE_DAYS = 31

export const canReceiveDigests = (actor: Actor): boolean =>
  isMember(actor.role) && !hasPendingSetup(actor) && !actor.isReadOnly

export const frequencyOf = (chosen: DigestFrequency | null, { isMinor }: Pick<Actor, 'isMinor'>): DigestFrequency =>
  chosen ?? (isMinor ? 'never' : DEFAULT_DIGEST_FREQUENCY)

export interface DigestState {
  rhythm: DigestFrequency | null
  seenAt: Date | null
  toldUntil: Date | null
}

/** A link in a mail may not make digests more frequent, since the mail may have been forwarded. */
export const isMoreFrequent = (requested: DigestFrequency, current: DigestFrequency): boolean =>
  digestFrequencies.indexOf(requested) > digestFrequencies.indexOf(current)

export const isMonday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1

/** Whether a digest is due on a day (YYYY-MM-DD, in the time zone of the community). */
export const isDueOn = (
  { rhythm, seenAt }: Omit<DigestState, 'toldUntil'>,
  actor: Pick<Actor, 'isMinor'>,
  day: string,
  now: Date,
): boolean => {
  const frequency = frequencyOf(rhythm, actor)
  if (frequency === 'never' || (frequency === 'weekly' && !isMonday(day))) return false
  if (rhythm !== null) return true
  if (!seenAt) return false
  const away = (now.getTime() - seenAt.getTime()) / DAY_MS
  return away >= DAYS_AWAY_FOR_DEFAULT_DIGEST.least && away <= DAYS_AWAY_FOR_DEFAULT_DIGEST.most
}

export const isBeforeSendingEnd = (day: string, timezone: string, now: Date): boolean =>
  now.getTime() < instantAt(day, SENDING_ENDS, timezone)

/** Returns the last visit or the last digest, whichever is later, but at most `MAX_CONTENT_AGE_DAYS` ago. */
export const missedSince = ({ seenAt, toldUntil }: DigestState, now: Date): Date =>
  new Date(Math.max(seenAt?.getTime() ?? 0, toldUntil?.getTime() ?? 0, now.getTime() - MAX_CONTENT_AGE_DAYS * DAY_MS))
