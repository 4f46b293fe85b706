// Members flag a post to the team, with or without a reason, once a day per post. Reporters are never revealed.
import type { Actor } from '#server/kernel/actor.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { hasReportedSince } from '#server/kernel/postgres/reports.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { fileReport, type RuleAndReason } from '#server/kernel/report.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { getEvent, lockEvent } from './feed.service.ts'
import { authorOfPost, lockPicturesOf, storePostSnapshot } from './post-snapshot.service.ts'

/** Stores the flag and a snapshot of the post. Ignores a second flag by the same member within a day. */
export const flagEvent = async (
  platform: Platform,
  actor: Actor,
  eventId: string,
  ruleAndReason: RuleAndReason,
): Promise<void> => {
  const { db, clock } = platform
  const event = await getEvent(platform, actor, eventId)
  if (!event.abilities.flag) fail('forbidden')
  const flag = { communityId: event.communityId, subjectId: event._id, reporterId: actor.userId }
  const now = clock.now()
  const since = new Date(now.getTime() - DAY_MS)
  if (await hasReportedSince(db, 'event_flags', 'event_id', flag, since)) return
  await inTransaction(db, async (tx, afterCommit) => {
    await lockEvent(tx, flag.communityId, flag.subjectId)
    if (await hasReportedSince(tx, 'event_flags', 'event_id', flag, since)) return
    const report = {
      kind: 'post',
      communityId: flag.communityId,
      subjectId: flag.subjectId,
      reporter: actor,
      at: now,
      author: authorOfPost(event),
      otherParticipants: [],
      pictureIds: await lockPicturesOf(tx, event),
    } as const
    await fileReport(platform, { tx, afterCommit }, report, () =>
      storePostSnapshot(tx, event, { reporterId: flag.reporterId, ...ruleAndReason, at: now }),
    )
  })
}
