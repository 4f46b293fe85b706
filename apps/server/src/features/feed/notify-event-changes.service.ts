// Members who answered an event are notified when its time or place changes, or when it is cancelled or removed before
// it takes place: in the app, by push, and by mail if it starts soon.
import type { EventKey } from './change-event.service.ts'
import type { NotificationKind } from '@parvis/contract/notifications.ts'
import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { TransactionContext } from '#server/kernel/report.ts'
import { excludedUserIdsColumn } from '../notifications/notifications.columns.ts'
import { notify, retainNotifications, retractNotifications } from '../notifications/notify.service.ts'
import { eventTitle, eventTitleEn } from './notified-event.columns.ts'

type NotifyPlatform = Pick<Platform, 'bus' | 'clock' | 'jobs'>

interface Change {
  kind: 'changed' | 'calledoff'
  starts: readonly Date[]
}

/** A change to an event that starts within this time is also mailed, because members may open the app too late. */
export const MAIL_WITHIN_MS = 2 * DAY_MS

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'change.mail': { userId: string; kind: NotificationKind; subjectId: string }
  }
}

/**
 * The people who answered event `e` of community `home` and can still read `e` and see its author, without the author.
 */
const notifiableAnswerers = sql`
  event_answers a join users u on u.id = a.user_id and u.community_id in (
    select c.id from communities c where c.id = home.id or c.organization_id = home.organization_id)
  join communities c on c.id = u.community_id
  where a.community_id = e.community_id and a.event_id = e.id and u.account_id <> author.account_id
    and e.user_id <> all (${excludedUserIdsColumn})
    and exists (select from event_channels ec join community_channels cc on cc.channel_id = ec.channel_id
      where ec.community_id = e.community_id and ec.event_id = e.id and cc.community_id = u.community_id)`

const notifyAnswerers = async (
  platform: NotifyPlatform,
  { tx, afterCommit }: TransactionContext,
  { communityId, eventId }: EventKey,
  { kind, starts, retained }: Change & { retained?: RawBuilder<unknown> },
): Promise<void> => {
  const now = platform.clock.now()
  const rows = await notify(
    platform,
    { tx, afterCommit },
    {
      kind,
      subjectKind: 'event',
      subjects: [{ communityId, subjectId: eventId }],
      recipients: sql`
        select e.id as subject_id, u.community_id, u.id as user_id, ${retained ?? null}::jsonb as gone
        from subjects s join events e on e.community_id = s.community_id and e.id = s.id
        join communities home on home.id = e.community_id
        join users author on author.community_id = e.community_id and author.id = e.user_id
        cross join lateral (select u.community_id, u.id from ${notifiableAnswerers}) u`,
      details: ['gone'],
      isRenewed: true,
    },
  )
  const startsSoon = starts.some(at => at.getTime() - now.getTime() < MAIL_WITHIN_MS)
  if (startsSoon)
    await platform.jobs.enqueueAll(
      tx,
      afterCommit,
      'change.mail',
      rows.map(({ user_id: userId, subject_id: subjectId }) => ({ data: { userId, kind, subjectId } })),
    )
}

/**
 * Notifies answerers of the latest change; an earlier notification of a change becomes unread again. `starts` are the
 * new and the former start.
 */
export const notifyOfEventChange = async (
  platform: NotifyPlatform,
  context: TransactionContext,
  event: EventKey,
  change: Change,
): Promise<void> => {
  // deletes the notification of an earlier change, because the new time or place of a cancelled event is of no use
  if (change.kind === 'calledoff')
    await retractNotifications(platform, context, { subjectKind: 'event', subjectId: event.eventId, kind: 'changed' })
  await notifyAnswerers(platform, context, event, change)
}

/** The copy of a removed event `e` of community `home` that is stored in its notifications. */
const removedEventCopy = sql`jsonb_build_object('title', ${eventTitle}, 'title_en', ${eventTitleEn}, 'group_id', e.group_id, 'date_id', e.date_id, 'time_id', e.time_id,
  'starts_at', e.starts_at, 'timezone', home.timezone, 'author_id', e.user_id)`

/**
 * Copies the event into its cancellation notifications, so that they outlive the event. Call this before the event is
 * removed, in the same transaction.
 */
export const retainCancellations = (tx: Tx, { communityId, eventId }: EventKey): Promise<void> =>
  retainNotifications(
    tx,
    { subjectKind: 'event', subjectId: eventId, kind: 'calledoff' },
    sql`(select ${removedEventCopy} from events e join communities home on home.id = e.community_id
      where e.community_id = ${communityId} and e.id = ${eventId})`,
  )

/**
 * Notifies answerers of the removal of an upcoming event. The notification outlives the event. Call this before the
 * event is removed, in the same transaction.
 */
export const notifyOfEventRemoval = (
  platform: NotifyPlatform,
  context: TransactionContext,
  event: EventKey,
  starts: readonly Date[],
): Promise<void> => notifyAnswerers(platform, context, event, { kind: 'calledoff', starts, retained: removedEventCopy })
