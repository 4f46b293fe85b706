import { MAX_NAMED_ACTORS, type Notification } from '@parvis/contract/notifications.ts'
import { sql } from 'kysely'
import type { AgeRule } from '#server/kernel/minors.ts'
import type { NotificationSubject } from '#server/kernel/notification-subject.ts'
import {
  EXCERPT_LENGTH,
  joinTemplate,
  notifiedEventColumns,
  type NotifiedEventRow,
} from '../feed/notified-event.columns.ts'
import { presentNotifiedEvent } from '../feed/notified-event.presenter.ts'
import { notificationsAsRows } from '../notifications/notifications.columns.ts'
import { authorColumn, type AuthorRow, presentAuthor } from '#server/kernel/author.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { coveredMessages, MAX_COUNTED } from './notified-messages.columns.ts'

interface MessagesRow extends NotifiedEventRow {
  at: number
  /** The other member of a private conversation: pseudo or id, as in the URL of the conversation. */
  other: string | null
  quote: string | null
  actors: AuthorRow[]
  count: number
}

const latestMessageAuthors = (ageRule: AgeRule) => sql`(
  select coalesce(json_agg(latest.author order by latest.place desc), '[]') from (
    select ${authorColumn('wu', ageRule)} as author, wrote.place from (
      select recent.user_id, recent.user_community_id, max(recent.place) as place from (
        select m.user_id, m.user_community_id, m.place from ${coveredMessages} order by m.place desc limit ${sql.lit(MAX_COUNTED)}) recent
      group by 1, 2 order by 3 desc limit ${sql.lit(MAX_NAMED_ACTORS)}) wrote
    join users wu on wu.community_id = wrote.user_community_id and wu.id = wrote.user_id) latest)`

const messagesCount = sql`(select count(*)::int from (select from ${coveredMessages} limit ${sql.lit(MAX_COUNTED)}) counted)`

const quoteColumn = sql`(
  select nullif(left(btrim(regexp_replace(m.text, '\\s+', ' ', 'g')), ${sql.lit(EXCERPT_LENGTH)}), '')
  from ${coveredMessages} order by m.place desc limit 1)`

/** The other member of the private conversation `t`: by pseudo in the same community, else by id. */
const otherColumn = sql`(
  select case when ou.community_id = n.community_id then ou.pseudo else ou.id::text end
  from conversation_members cm join users ou on ou.community_id = cm.user_community_id and ou.id = cm.user_id
  where t.event_id is null and cm.community_id = t.community_id and cm.conversation_id = t.id and cm.user_id <> n.user_id)`

const readConversationNotifications: NotificationSubject['read'] = async (db, rows, ageRule) => {
  const found = await sql<MessagesRow>`
    select n.at, ${notifiedEventColumns}, ${otherColumn} as other, ${quoteColumn} as quote,
      ${latestMessageAuthors(ageRule)} as actors, ${messagesCount} as count
    from ${notificationsAsRows(rows)}
    join conversations t on t.community_id = n.subject_community_id and t.id = n.subject_id
    left join events e on e.community_id = t.community_id and e.id = t.event_id
    ${joinTemplate}`.execute(db)
  return new Map(
    found.rows.map(row => {
      const notification = rows[row.at]!
      const fields = {
        ...presentNotifiedEvent(row),
        conversationId: notification.subject_id,
        quote: row.quote,
        ...(row.other && { with: row.other }),
      }
      return [notification, { fields, actors: row.actors.map(presentAuthor), count: row.count }]
    }),
  )
}

export const conversationSubject: NotificationSubject = {
  subjectKind: 'conversation',
  deliveries: {
    message: {
      ttl: DAY_MS / 1000,
      urgency: 'high',
      soundsAgain: true,
      textKey: ({ with: other }: Notification) => (other === undefined ? 'group' : 'message'),
      path: ({ event, with: other }: Notification) =>
        other === undefined
          ? `conversations-de-groupe/${event?._id}`
          : `mes-conversations/${encodeURIComponent(other)}`,
    },
  },
  isVisible: () => sql<boolean>`exists (select from conversation_members cm
    join conversations t on t.community_id = cm.community_id and t.id = cm.conversation_id
    left join events e on e.community_id = t.community_id and e.id = t.event_id
    where cm.community_id = n.subject_community_id and cm.conversation_id = n.subject_id and cm.user_id = r.user_id
      and cm.left_at is null and case when t.event_id is null
        then t.low_user_id <> all (r.hidden_user_ids) and t.high_user_id <> all (r.hidden_user_ids)
        else (e.user_id is null or e.user_id <> all (r.hidden_user_ids)) and (e.hidden_at is null or e.user_id = r.user_id) end
      and exists (select from ${coveredMessages} offset 0) offset 0)`,
  isReadInPlace: sql<boolean>`exists (select from conversation_members cm where cm.community_id = n.subject_community_id
    and cm.conversation_id = n.subject_id and cm.user_id = n.user_id and cm.read_place >= n.place offset 0)`,
  exists: sql<boolean>`exists (select from conversations t where t.community_id = n.subject_community_id and t.id = n.subject_id)`,
  read: readConversationNotifications,
}
