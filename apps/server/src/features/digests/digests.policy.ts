// Active members receive digests as often as they choose. Without a choice they get a weekly one while they visit now
// and then, so that unread mails stop by themselves.
import { type DigestRhythm, digestRhythms, USUAL_RHYTHM } from '@parvis/contract/digests.ts'
import { isMember } from '@parvis/contract/roles.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { type Actor, isHeldBack } from '#server/kernel/actor.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'

/** Local time of the community between which the digests of a day are sent. */
export const BEGINS = '08:00'
export const ENDS = '20:00'

/**
 * Without a choice: away for less than a day has missed little; away for longer than two months does not read the mails
 * either.
 */
export const USUAL_AWAY_DAYS = { least: 1, most: 60 }
const MOST_BACK_DAYS = 31

/** Excludes guests, ended stays and suspended members. */
export const mayBeWrittenTo = (actor: Actor): boolean => isMember(actor.role) && !isHeldBack(actor) && !actor.readsOnly

/** A minor receives no digest without asking for it. */
export const rhythmOf = (chosen: DigestRhythm | null, { isMinor }: Pick<Actor, 'isMinor'>): DigestRhythm =>
  chosen ?? (isMinor ? 'never' : USUAL_RHYTHM)

export interface DigestFacts {
  rhythm: DigestRhythm | null
  seenAt: Date | null
  toldUntil: Date | null
}

/** A link in a mail may not do this, since the mail may have been forwarded. */
export const isMoreOften = (rhythm: DigestRhythm, before: DigestRhythm): boolean =>
  digestRhythms.indexOf(rhythm) > digestRhythms.indexOf(before)

export const isMonday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1

/** Whether a digest is due on a day (YYYY-MM-DD, in the time zone of the community). */
export const isDueOn = (
  { rhythm, seenAt }: Omit<DigestFacts, 'toldUntil'>,
  actor: Pick<Actor, 'isMinor'>,
  day: string,
  now: Date,
): boolean => {
  const one = rhythmOf(rhythm, actor)
  if (one === 'never' || (one === 'weekly' && !isMonday(day))) return false
  if (rhythm !== null) return true
  if (!seenAt) return false
  const away = (now.getTime() - seenAt.getTime()) / DAY_MS
  return away >= USUAL_AWAY_DAYS.least && away <= USUAL_AWAY_DAYS.most
}

export const isStillTime = (day: string, timezone: string, now: Date): boolean =>
  now.getTime() < instantAt(day, ENDS, timezone)

/** Content is new since the last visit or the last digest, but at most `MAX_AGE_DAYS` old. */
export const missedSince = ({ seenAt, toldUntil }: DigestFacts, now: Date): Date =>
  new Date(Math.max(seenAt?.getTime() ?? 0, toldUntil?.getTime() ?? 0, now.getTime() - MOST_BACK_DAYS * DAY_MS))
