// The content of a hidden message is visible to its author only, and is retained until the message is shown again or
// erased.
import { sql } from 'kysely'
import { readReportsIn } from '#server/kernel/postgres/reports.ts'
import type { Reportable, Visibility, SubjectKey, TransactionContext } from '#server/kernel/report.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { releasePicture } from '../media/media.service.ts'
import { scheduleMessageRecount } from './message-counts.service.ts'
import { publishMessageUpdates } from './publish-update.service.ts'

interface MessageLocation {
  conversation_id: string
  user_id: string
  /** Whether the author knows that the message is or was hidden. */
  is_told: boolean
}

/** Publishes the update to all members, but to the author only after moderators have decided. */
const publishUpdate = async (
  platform: Platform,
  { tx, afterCommit }: TransactionContext,
  subject: SubjectKey,
  row: MessageLocation | undefined,
) => {
  if (!row) return
  const key = { communityId: subject.communityId, conversationId: row.conversation_id }
  await publishMessageUpdates(
    platform,
    { tx, afterCommit },
    key,
    [subject.subjectId],
    row.is_told ? undefined : row.user_id,
  )
  const conversation = await tx
    .selectFrom('conversations')
    .select('event_id')
    .where('community_id', '=', key.communityId)
    .where('id', '=', key.conversationId)
    .executeTakeFirst()
  const eventId = conversation?.event_id
  if (eventId) afterCommit(() => scheduleMessageRecount(platform, key, eventId))
}

const hideMessage = async (
  platform: Platform,
  context: TransactionContext,
  subject: SubjectKey,
  visibility: Visibility,
) => {
  const isDecided = visibility === 'hidden'
  const now = platform.clock.now()
  const { rows } = await sql<MessageLocation>`
    with kept as (
      insert into hidden_messages (community_id, message_id, image_id, is_told, content)
      select m.community_id, m.id, m.image_id, ${isDecided}, jsonb_build_object('text', m.text, 'latitude', m.latitude, 'longitude', m.longitude,
        'youtube_video_id', m.youtube_video_id, 'video_title', m.video_title, 'event_id', m.event_id,
        'event_community_id', m.event_community_id)
      from messages m
      where m.community_id = ${subject.communityId} and m.id = ${subject.subjectId} and m.deleted_at is null
      on conflict do nothing returning message_id
    )
    update messages m set deleted_at = ${now}, hidden_at = ${now}, text = null, image_id = null, latitude = null, longitude = null,
      youtube_video_id = null, video_title = null, event_id = null, event_community_id = null
    from kept where m.community_id = ${subject.communityId} and m.id = kept.message_id
    returning m.conversation_id, m.user_id, ${isDecided}::boolean as is_told`.execute(context.tx)
  if (rows[0]) return publishUpdate(platform, context, subject, rows[0])
  if (!isDecided) return
  const { rows: decidedRows } = await sql<MessageLocation>`
    with told as (
      update hidden_messages set is_told = true
      where community_id = ${subject.communityId} and message_id = ${subject.subjectId} and not is_told
      returning message_id
    )
    select m.conversation_id, m.user_id, true as is_told from messages m join told on m.id = told.message_id
    where m.community_id = ${subject.communityId}`.execute(context.tx)
  await publishUpdate(platform, context, subject, decidedRows[0])
}

const showMessage = async (platform: Platform, context: TransactionContext, subject: SubjectKey) => {
  const { rows } = await sql<MessageLocation>`
    with kept as (
      delete from hidden_messages where community_id = ${subject.communityId} and message_id = ${subject.subjectId}
      returning message_id, image_id, content, is_told
    )
    update messages m set deleted_at = null, hidden_at = null, image_id = kept.image_id, text = c.text, latitude = c.latitude,
      longitude = c.longitude, youtube_video_id = c.youtube_video_id, video_title = c.video_title, event_id = c.event_id,
      event_community_id = c.event_community_id
    from kept, jsonb_to_record(kept.content) as c (text text, latitude double precision, longitude double precision,
      youtube_video_id text, video_title text, event_id uuid, event_community_id uuid)
    where m.community_id = ${subject.communityId} and m.id = kept.message_id
    returning m.conversation_id, m.user_id, kept.is_told`.execute(context.tx)
  await publishUpdate(platform, context, subject, rows[0])
}

const eraseReportedMessage = async (platform: Platform, { communityId, subjectId }: SubjectKey) => {
  const imageId = await inTransaction(platform.db, async tx => {
    const removed = await tx
      .deleteFrom('hidden_messages')
      .where('community_id', '=', communityId)
      .where('message_id', '=', subjectId)
      .returning('image_id')
      .executeTakeFirst()
    await tx
      .deleteFrom('message_flags')
      .where('community_id', '=', communityId)
      .where('message_id', '=', subjectId)
      .execute()
    return removed?.image_id
  })
  await releasePicture(platform, imageId, 'conversation')
}

interface SnapshotMessage {
  id: string
  place: number
  user_id: string
  text: string | null
  image_id: string | null
  youtube_video_id: string | null
  created_at: string
}

const readReports = readReportsIn<SnapshotMessage[]>('message_flags', 'message_id', (messages, subjectId) => {
  const reported = messages.find(({ id }) => id === subjectId)
  return {
    text: reported?.text ?? null,
    youtubeVideoId: reported?.youtube_video_id ?? null,
    messages: messages.map(one => ({
      place: one.place,
      userId: one.user_id,
      text: one.text,
      hasPicture: one.image_id !== null,
      reported: one.id === subjectId,
      at: one.created_at,
    })),
  }
})

export const reportedMessages: Reportable = {
  kind: 'message',
  readReports,
  lockSubject: async (tx, { communityId, subjectId }) =>
    (await tx
      .selectFrom('messages')
      .select('id')
      .where('community_id', '=', communityId)
      .where('id', '=', subjectId)
      .forNoKeyUpdate()
      .executeTakeFirst()) !== undefined,
  setVisibility: (platform, context, subject, visibility) =>
    visibility === 'visible'
      ? showMessage(platform, context, subject)
      : hideMessage(platform, context, subject, visibility),
  erase: eraseReportedMessage,
  purgeOldReports: async (db, before) => {
    await db.deleteFrom('message_flags').where('created_at', '<', before).execute()
  },
}
