// A digest is composed when it is sent. It is dropped if the member has visited meanwhile, may not receive it any more
// or has missed nothing, or if its day is over.
import { dayAt } from '@parvis/contract/past-event.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { sendWords } from '#server/kernel/mail/send-words.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { DIGEST_SCREEN, DIGEST_STOP } from '@parvis/contract/digests.ts'
import { findMember } from '../session/reader.service.ts'
import { digestWords } from './digest-words.ts'
import { makeDigestLink } from './digest-link.service.ts'
import { isDueOn, isStillTime, mayBeWrittenTo, missedSince, rhythmOf } from './digests.policy.ts'
import { type DigestRow, findDigest, type MemberKey } from './digests.queries.ts'
import { findMissed } from './missed.service.ts'

export interface DigestOrder extends MemberKey {
  day: string
}

/** Whether the digest is still due: at most one a day goes to a member. */
const mayGo = (actor: Actor, row: DigestRow, day: string, now: Date): boolean => {
  const { timezone } = actor.community
  return (
    isStillTime(day, timezone, now) &&
    isDueOn(row, actor, day, now) &&
    (row.toldUntil === null || dayAt(row.toldUntil.getTime(), timezone) < day)
  )
}

export const sendDigest = async (platform: Platform, order: DigestOrder, jobId: string): Promise<void> => {
  const { db, clock, site } = platform
  const actor = await findMember(platform, order)
  const row = actor && (await findDigest(db, order))
  const now = clock.now()
  if (!actor || !row?.email || !mayBeWrittenTo(actor) || !mayGo(actor, row, order.day, now)) return
  const since = missedSince(row, now)
  const missed = await findMissed(platform, actor, since, { withDeals: row.rhythm !== null })
  if (!missed) return
  const token = await makeDigestLink(platform, order)
  const { language, community, customUri } = row
  const words = digestWords(missed, {
    language,
    community,
    rhythm: rhythmOf(row.rhythm, actor),
    chosen: row.rhythm !== null,
    since,
    now,
    timezone: actor.community.timezone,
    home: `${site.origin}/${customUri}`,
    stopHref: `${site.origin}${DIGEST_SCREEN}#${token}`,
  })
  await sendWords(platform, row.email, words, jobId, {
    id: `${customUri}.digests.${new URL(site.origin).hostname}`,
    name: community,
    stopUrl: `${site.origin}${DIGEST_STOP}/${token}`,
  })
  await db
    .updateTable('digests')
    .set({ told_until: now })
    .where('community_id', '=', order.communityId)
    .where('user_id', '=', order.userId)
    .execute()
}
