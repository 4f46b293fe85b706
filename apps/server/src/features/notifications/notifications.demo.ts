import type { NotificationKind } from '@parvis/contract/notifications.ts'
import { sql } from 'kysely'
import { idAt } from '#server/kernel/ids.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { runInBatches } from '#server/kernel/postgres/in-batches.ts'
import { RETENTION_DAYS } from './notifications.service.ts'

/** Only newcomers of the last days are announced, because the earlier ones would fill the whole list. */
const NEWCOMERS_DAYS = 7
const ID_BYTES = 10

interface Row {
  community_id: string
  user_id: string
  kind: NotificationKind
  subject_kind: string
  subject_community_id: string
  subject_id: string
  from_place: number | null
  place: number | null
  told_at: Date
}

/**
 * Writes notifications of the answers, newcomers, unread messages and pending approvals in the demo data. Notifications
 * of answers and newcomers are marked as read if they are older than a day.
 */
export const writeDemoNotifications = async (tx: Tx, now: Date): Promise<void> => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const answers = await sql<Row>`
    select e.community_id, e.user_id, 'answer' as kind, 'event' as subject_kind, e.community_id as subject_community_id, e.id as subject_id, max(a.created_at) as told_at
    from events e join event_answers a on a.community_id = e.community_id and a.event_id = e.id
    where e.group_id <> 'weather' and a.user_id <> e.user_id
    group by e.community_id, e.id having max(a.created_at) > ${daysAgo(RETENTION_DAYS)} order by e.id`.execute(tx)
  const newcomers = await sql<Row>`
    select u.community_id, u.id as user_id, 'welcome' as kind, 'event' as subject_kind,
      e.community_id as subject_community_id, e.id as subject_id, e.created_at as told_at
    from events e join users u on u.community_id = e.community_id and u.id <> e.user_id and u.role <> 'guest'
    where e.group_id = 'welcome' and e.created_at > ${daysAgo(NEWCOMERS_DAYS)} and u.created_at < e.created_at
    order by e.id, u.id`.execute(tx)
  const messages = await sql<Row>`
    select cm.user_community_id as community_id, cm.user_id, 'message' as kind, 'conversation' as subject_kind,
      c.community_id as subject_community_id, c.id as subject_id, cm.read_place as from_place, c.last_place as place, c.last_message_at as told_at
    from conversation_members cm join conversations c on c.community_id = cm.community_id and c.id = cm.conversation_id
    where cm.read_place < c.last_place and c.last_message_at > ${daysAgo(RETENTION_DAYS)}
    order by c.id, cm.user_id`.execute(tx)
  const approvals = await sql<Row>`
    select u.community_id, u.id as user_id, 'approval' as kind, 'deal' as subject_kind,
      d.community_id as subject_community_id, d.id as subject_id, d.created_at as told_at
    from deals d join users u on u.community_id = d.community_id and u.id <> d.user_id and u.role in ('administrator', 'webmaster')
    where d.approved_at is null and d.refused_at is null and d.created_at > ${daysAgo(RETENTION_DAYS)}
    union all
    select u.community_id, u.id, 'approval', 'user', p.community_id, p.id, p.created_at
    from users p join users u on u.community_id = p.community_id and u.role in ('administrator', 'webmaster')
    where p.enabled_at is null and p.disabled_at is null and not p.first_login and p.created_at > ${daysAgo(RETENTION_DAYS)}
    order by 2, 4 desc, 6`.execute(tx)
  const bytes = Buffer.alloc(ID_BYTES)
  const rows = [...answers.rows, ...newcomers.rows, ...messages.rows, ...approvals.rows].map((row, at) => {
    bytes.writeUInt32BE(at)
    return {
      ...row,
      id: idAt(row.told_at.getTime(), bytes),
      is_read: row.kind !== 'message' && row.kind !== 'approval' && row.told_at < daysAgo(1),
    }
  })
  await runInBatches(rows, slice => tx.insertInto('notifications').values(slice).execute())
}
