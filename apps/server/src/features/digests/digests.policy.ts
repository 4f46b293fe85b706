// Who takes part is written to, as often as they say. Who has never said is, each week, as long as they come by now and
// then: mails that nobody wants end by themselves.
import { type DigestRhythm, digestRhythms, USUAL_RHYTHM } from '@parvis/contract/digests.ts'
import { isMember } from '@parvis/contract/roles.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { type Actor, isHeldBack } from '#server/kernel/actor.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'

/** By the clocks of the community: from when on digests go out, and from when on none of that day does any more. */
export const BEGINS = '08:00'
export const ENDS = '20:00'

/** Who was here within a day has missed little, who has stayed away for so long does not read the mails either. */
export const USUAL_AWAY_DAYS = { least: 1, most: 60 }
/** What is older is told to nobody. */
const MOST_BACK_DAYS = 31

/** Whom the app itself would tell: no guest, nobody whose stay is over, and nobody whom the team has suspended. */
export const mayBeWrittenTo = (actor: Actor): boolean => isMember(actor.role) && !isHeldBack(actor) && !actor.readsOnly

/** Nothing goes to a minor that they have not asked for. */
export const rhythmOf = (chosen: DigestRhythm | null, { isMinor }: Pick<Actor, 'isMinor'>): DigestRhythm =>
  chosen ?? (isMinor ? 'never' : USUAL_RHYTHM)

/** What a member has said, when they were last here, and up to when they have been told. */
export interface DigestFacts {
  rhythm: DigestRhythm | null
  seenAt: Date | null
  toldUntil: Date | null
}

/** What a link of a mail does not do: that may have been forwarded. */
export const isMoreOften = (rhythm: DigestRhythm, before: DigestRhythm): boolean =>
  digestRhythms.indexOf(rhythm) > digestRhythms.indexOf(before)

export const isMonday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1

/** Whether somebody is written to on a day (YYYY-MM-DD, by the clocks of their community). */
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

/** Whether the digests of a day still go out. */
export const isStillTime = (day: string, timezone: string, now: Date): boolean =>
  now.getTime() < instantAt(day, ENDS, timezone)

/** What came after it is new to them: they have been told of what was before, or were here. */
export const missedSince = ({ seenAt, toldUntil }: DigestFacts, now: Date): Date =>
  new Date(Math.max(seenAt?.getTime() ?? 0, toldUntil?.getTime() ?? 0, now.getTime() - MOST_BACK_DAYS * DAY_MS))
