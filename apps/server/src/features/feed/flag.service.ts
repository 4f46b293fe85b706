// Members flag a post to the team, with or without a reason, once a day per post. Reporters are never revealed.
import type { Actor } from '#server/kernel/actor.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { fileReport, type RuleAndReason } from '#server/kernel/report.ts'
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
  await inTransaction(db, async (tx, afterCommit) => {
    await lockEvent(tx, flag.communityId, flag.subjectId)
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
    await fileReport(platform, { tx, afterCommit }, report, { table: 'event_flags', subjectColumn: 'event_id' }, () =>
      storePostSnapshot(tx, event, { reporterId: flag.reporterId, ...ruleAndReason, at: now }),
    )
  })
}
