// The author of a post has one notification of all answers to it, which is deleted when the last answer is withdrawn.
import { sql } from 'kysely'
import type { Platform } from '#server/kernel/platform.ts'
import type { TransactionContext } from '#server/kernel/report.ts'
import { notify, publishContentChanges, retractNotifications } from '../notifications/notify.service.ts'
import type { EventKey } from './change-event.service.ts'

/**
 * Creates the notification or makes it unread again. Runs in the transaction that stores the answer and has locked the
 * event.
 */
export const notifyOfAnswer = async (
  platform: Pick<Platform, 'bus' | 'clock'>,
  context: TransactionContext,
  { communityId, eventId }: EventKey,
): Promise<void> => {
  await notify(platform, context, {
    kind: 'answer',
    subjectKind: 'event',
    subjects: [{ communityId, subjectId: eventId }],
    recipients: sql`
      select e.id as subject_id, e.community_id, e.user_id
      from subjects s join events e on e.community_id = s.community_id and e.id = s.id where e.group_id <> 'weather'`,
    isRenewed: true,
  })
}

/** Publishes the change to open screens, and deletes the notification if the post has no answer left. */
export const retractAnswerNotification = async (
  platform: Pick<Platform, 'bus'>,
  context: TransactionContext,
  { communityId, eventId }: EventKey,
): Promise<void> => {
  const answer = await context.tx
    .selectFrom('event_answers')
    .select('user_id')
    .where('community_id', '=', communityId)
    .where('event_id', '=', eventId)
    .limit(1)
    .executeTakeFirst()
  const [kind, subjectKind] = ['answer', 'event'] as const
  if (answer) await publishContentChanges(platform, context, { kind, subjectKind, subjectIds: [eventId] })
  else await retractNotifications(platform, context, { kind, subjectKind, subjectId: eventId })
}
