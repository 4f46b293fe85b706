// Active members receive digests as often as they choose. Without a choice they get a weekly one while they visit now
// and then, so that unread mails stop by themselves.
import { type DigestFrequency, digestFrequencies, DEFAULT_DIGEST_FREQUENCY } from '@parvis/contract/digests.ts'
import { isMember } from '@parvis/contract/roles.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { type Actor, hasPendingSetup } from '#server/kernel/actor.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'

/** The digests of a day are sent between these local times of the community. */
export const SENDING_STARTS = '08:00'
export const SENDING_ENDS = '20:00'

/** Without a choice: members away for less have missed little, those away for longer do not read the mails. */
export const DEFAULT_AWAY_DAYS = { least: 1, most: 60 }
const MAX_AGE_DAYS = 31

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
export const isMoreFrequent = (rhythm: DigestFrequency, before: DigestFrequency): boolean =>
  digestFrequencies.indexOf(rhythm) > digestFrequencies.indexOf(before)

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
  return away >= DEFAULT_AWAY_DAYS.least && away <= DEFAULT_AWAY_DAYS.most
}

export const isSendingTime = (day: string, timezone: string, now: Date): boolean =>
  now.getTime() < instantAt(day, SENDING_ENDS, timezone)

/** Content is new since the last visit or the last digest, but at most `MAX_AGE_DAYS` old. */
export const missedSince = ({ seenAt, toldUntil }: DigestState, now: Date): Date =>
  new Date(Math.max(seenAt?.getTime() ?? 0, toldUntil?.getTime() ?? 0, now.getTime() - MAX_AGE_DAYS * DAY_MS))
