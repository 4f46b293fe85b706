// Data export: contains what a member has written and to whom, but not what others wrote.
import { displayName } from '@parvis/contract/entity.ts'
import { sql } from 'kysely'
import {
  bothLanguages,
  createPagedExportFile,
  type ExportFile,
  type ExportRecipient,
} from '#server/kernel/data-export.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { createReportsExport } from '#server/kernel/postgres/reports.ts'
import { authorColumn, type AuthorRow, presentAuthor } from '#server/kernel/author.ts'
import { selectRows } from '#server/kernel/postgres/rows.ts'
import { isSystemMessageColumn } from './message.queries.ts'

interface ExportedMessageRow {
  id: string
  text: string | null
  image_id: string | null
  latitude: number | null
  longitude: number | null
  youtube_video_id: string | null
  created_at: Date
  other: AuthorRow | null
  title: string | null
  title_en: string | null
  /** The author of the post, if the conversation is the group of a post. */
  host_id: string | null
}

/** The messages `m` of this user in all present and former conversations, also those hidden by moderators (`h`). */
const exportedMessages = (userId: string) => sql`from conversation_members cm
  join messages m on m.community_id = cm.community_id and m.conversation_id = cm.conversation_id and m.user_id = cm.user_id
  left join hidden_messages h on h.community_id = m.community_id and h.message_id = m.id
  where cm.user_id = ${userId} and (m.deleted_at is null or h.message_id is not null) and not ${isSystemMessageColumn}`

/**
 * The name of the other person or the title of the group’s post; null if it was erased or is hidden from the viewer.
 */
const counterpartOf = ({ other, host_id, title, title_en }: ExportedMessageRow, hiddenUserIds: readonly string[]) => {
  const isHidden = hiddenUserIds.includes(other?.id ?? host_id ?? '')
  if (other) return (!isHidden && displayName(presentAuthor(other))) || null
  return { groupOf: (!isHidden && bothLanguages(title, title_en)) || null }
}

export const exportChat = (db: Db, { userId, hiddenUserIds, ageRule }: ExportRecipient): ExportFile[] => [
  createPagedExportFile('messages', {
    count: async () => (await sql<{ count: string }>`select count(*) ${exportedMessages(userId)}`.execute(db)).rows[0]!,
    readPage: (after, limit) =>
      selectRows(
        db,
        sql<ExportedMessageRow>`
        select m.id, m.text, m.image_id, m.latitude, m.longitude, m.youtube_video_id, m.created_at, e.title, e.title_en, e.user_id as host_id,
          case when u.id is not null then ${authorColumn('u', ageRule)} end as other
        from (select m.id, m.community_id, m.conversation_id, m.user_id, m.created_at, coalesce(m.text, h.content ->> 'text') as text,
            coalesce(m.image_id, h.image_id) as image_id, coalesce(m.latitude, (h.content ->> 'latitude')::double precision) as latitude,
            coalesce(m.longitude, (h.content ->> 'longitude')::double precision) as longitude,
            coalesce(m.youtube_video_id, h.content ->> 'youtube_video_id') as youtube_video_id
          ${exportedMessages(userId)} and m.id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
          order by m.id limit ${limit}) m
        join conversations c on c.community_id = m.community_id and c.id = m.conversation_id
        left join events e on e.community_id = c.community_id and e.id = c.event_id
        left join conversation_members o on c.event_id is null and o.community_id = c.community_id and o.conversation_id = c.id
          and o.user_id <> m.user_id
        left join users u on u.community_id = o.user_community_id and u.id = o.user_id
        order by m.id`,
      ),
    present: row => ({
      with: counterpartOf(row, hiddenUserIds),
      text: row.text,
      picture: row.image_id ? `pictures/${row.image_id}.webp` : undefined,
      location: row.latitude === null ? undefined : { latitude: row.latitude, longitude: row.longitude },
      video: row.youtube_video_id ?? undefined,
      sentAt: row.created_at,
    }),
  }),
  createReportsExport(db, 'reported-messages', 'message_flags', userId),
]
