// Members can report a profile to the team, at most once a day per person; the reporter is never shown.
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { fileReport, type RuleAndReason } from '#server/kernel/report.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { lockPictures } from '../media/media.service.ts'
import { canFlagPerson } from './people.policy.ts'
import { findPerson } from './people.queries.ts'
import { assertVisiblePerson } from './person.service.ts'
import { lockProfile } from '../membership/hidden-profile.service.ts'

/** Stores the report with a snapshot of the public profile; a second report within a day is ignored. */
export const flagPerson = async (
  platform: Platform,
  actor: Actor,
  id: string,
  report: RuleAndReason,
): Promise<void> => {
  const { db, clock } = platform
  const { row, facts } = assertVisiblePerson(actor, await findPerson(platform, actor, { userId: id }))
  if (!canFlagPerson(actor, facts)) fail('forbidden')
  const flag = { communityId: row.community_id, subjectId: facts.userId, reporterId: actor.userId }
  const now = clock.now()
  await inTransaction(db, async (tx, afterCommit) => {
    // Locks the row of the user, so that concurrent reports count as one.
    await lockProfile(tx, { communityId: flag.communityId, userId: flag.subjectId })
    const subject = {
      kind: 'user',
      communityId: flag.communityId,
      subjectId: flag.subjectId,
      reporter: actor,
      at: now,
      author: { communityId: flag.communityId, userId: flag.subjectId },
      otherParticipants: [],
      pictureIds: await lockPictures(tx, row.author.photo_id ? [row.author.photo_id] : []),
    } as const
    await fileReport(platform, { tx, afterCommit }, subject, { table: 'user_flags', subjectColumn: 'user_id' }, () =>
      sql`insert into user_flags (community_id, id, user_id, reporter_id, rule, reason, snapshot, created_at)
      select u.community_id, ${newId()}, u.id, ${flag.reporterId}, ${report.rule}, ${report.reason}, jsonb_build_object(
        'pseudo', u.pseudo, 'firstname', u.firstname, 'lastname', u.lastname, 'company', u.company, 'job', u.job,
        'description', u.description, 'description_en', u.description_en, 'hobbies', u.hobbies, 'photo_id', u.photo_id), ${now}
      from users u where u.community_id = ${flag.communityId} and u.id = ${flag.subjectId}`.execute(tx),
    )
  })
}
