// A digest is composed when its job runs. None is sent if the member has visited meanwhile, may not receive it any more
// or has missed nothing, or if the sending hours of its day are over.
import { dayAt } from '@parvis/contract/past-event.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { sendMail } from '#server/kernel/mail/send-mail.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { DIGEST_SCREEN_PATH, DIGEST_UNSUBSCRIBE_PATH } from '@parvis/contract/digests.ts'
import { findMemberActor } from '../session/viewer.service.ts'
import { composeDigestMail, findDigestParts } from './digest-text.ts'
import { createDigestLink } from './digest-link.service.ts'
import { isDueOn, isBeforeSendingEnd, canReceiveDigests, missedSince, frequencyOf } from './digests.policy.ts'
import { type DigestRow, findDigest, type MemberKey } from './digests.queries.ts'

export interface DigestJob extends MemberKey {
  day: string
}

/** Whether the digest is still due. A member receives at most one digest per day. */
const isStillDue = (actor: Actor, row: DigestRow, day: string, now: Date): boolean => {
  const { timezone } = actor.community
  return (
    isBeforeSendingEnd(day, timezone, now) &&
    isDueOn(row, actor, day, now) &&
    (row.toldUntil === null || dayAt(row.toldUntil.getTime(), timezone) < day)
  )
}

export const sendDigest = async (platform: Platform, job: DigestJob, jobId: string): Promise<void> => {
  const { db, clock, site } = platform
  const actor = await findMemberActor(platform, job)
  const row = actor && (await findDigest(db, job))
  const now = clock.now()
  if (!actor || !row?.email || !canReceiveDigests(actor) || !isStillDue(actor, row, job.day, now)) return
  const since = missedSince(row, now)
  const { language, community, customUri } = row
  const context = {
    actor,
    language,
    communityName: community,
    isFrequencyChosen: row.rhythm !== null,
    since,
    now,
    timezone: actor.community.timezone,
    homeUrl: `${site.origin}/${customUri}`,
  }
  const parts = await findDigestParts(platform, context)
  if (!parts) return
  const token = await createDigestLink(platform, job)
  const text = await composeDigestMail(parts, context, {
    rhythm: frequencyOf(row.rhythm, actor),
    unsubscribeHref: `${site.origin}${DIGEST_SCREEN_PATH}#${token}`,
  })
  await sendMail(platform, row.email, text, jobId, {
    id: `${customUri}.digests.${new URL(site.origin).hostname}`,
    name: community,
    unsubscribeUrl: `${site.origin}${DIGEST_UNSUBSCRIBE_PATH}/${token}`,
  })
  await db
    .updateTable('digests')
    .set({ told_until: now })
    .where('community_id', '=', job.communityId)
    .where('user_id', '=', job.userId)
    .execute()
}
