// A message hidden by moderators shows no content to anybody but its author; the content is retained until the message
// is restored or erased.
import { sql } from 'kysely'
import { readReasons } from '#server/kernel/postgres/reports.ts'
import type { KeptMessage, KeptReport, Reportable, Sight, SubjectName, Work } from '#server/kernel/report.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { releasePicture } from '../media/media.service.ts'
import { findMemberIds } from './conversation.queries.ts'
import { noteMessageOf } from './message-counts.service.ts'
import { findMessageReports } from './message-flags.queries.ts'
import { recentMessages } from './recent-messages.ts'

interface Placed {
  conversation_id: string
  user_id: string
  /** Whether the author knows that it is or was hidden. */
  is_told: boolean
}

/**
 * Publishes the change to the members, but not to the author before moderators have decided: for them nothing has
 * changed.
 */
const tell = async (platform: Platform, { tx, afterCommit }: Work, subject: SubjectName, row: Placed | undefined) => {
  if (!row) return
  const key = { communityId: subject.communityId, conversationId: row.conversation_id }
  const userIds = (await findMemberIds(tx, key)).filter(id => row.is_told || id !== row.user_id)
  const conversation = await tx
    .selectFrom('conversations')
    .select('event_id')
    .where('community_id', '=', key.communityId)
    .where('id', '=', key.conversationId)
    .executeTakeFirst()
  const eventId = conversation?.event_id
  afterCommit(() => {
    recentMessages(platform).delete(subject.subjectId)
    platform.bus.announce('message.updated', { ...key, id: subject.subjectId, userIds })
    if (eventId) noteMessageOf(platform, key, eventId)
  })
}

const hide = async (platform: Platform, work: Work, subject: SubjectName, sight: Sight) => {
  const isTold = sight === 'hidden'
  const now = platform.clock.now()
  const { rows } = await sql<Placed>`
    with kept as (
      insert into hidden_messages (community_id, message_id, image_id, is_told, content)
      select m.community_id, m.id, m.image_id, ${isTold}, jsonb_build_object('text', m.text, 'latitude', m.latitude, 'longitude', m.longitude,
        'youtube_video_id', m.youtube_video_id, 'video_title', m.video_title, 'event_id', m.event_id,
        'event_community_id', m.event_community_id)
      from messages m
      where m.community_id = ${subject.communityId} and m.id = ${subject.subjectId} and m.deleted_at is null
      on conflict do nothing returning message_id
    )
    update messages m set deleted_at = ${now}, hidden_at = ${now}, text = null, image_id = null, latitude = null, longitude = null,
      youtube_video_id = null, video_title = null, event_id = null, event_community_id = null
    from kept where m.community_id = ${subject.communityId} and m.id = kept.message_id
    returning m.conversation_id, m.user_id, ${isTold}::boolean as is_told`.execute(work.tx)
  if (rows[0]) return tell(platform, work, subject, rows[0])
  if (!isTold) return
  const { rows: told } = await sql<Placed>`
    with told as (
      update hidden_messages set is_told = true
      where community_id = ${subject.communityId} and message_id = ${subject.subjectId} and not is_told
      returning message_id
    )
    select m.conversation_id, m.user_id, true as is_told from messages m join told on m.id = told.message_id
    where m.community_id = ${subject.communityId}`.execute(work.tx)
  await tell(platform, work, subject, told[0])
}

const show = async (platform: Platform, work: Work, subject: SubjectName) => {
  const { rows } = await sql<Placed>`
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
    returning m.conversation_id, m.user_id, kept.is_told`.execute(work.tx)
  await tell(platform, work, subject, rows[0])
}

const erase = async (platform: Platform, { communityId, subjectId }: SubjectName) => {
  const imageId = await inTransaction(platform.db, async tx => {
    const gone = await tx
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
    return gone?.image_id
  })
  if (imageId) await releasePicture(platform, imageId, 'conversation')
}

const read = async (
  db: Db | Tx,
  subjects: readonly (SubjectName & { since: Date })[],
): Promise<ReadonlyMap<string, KeptReport>> =>
  new Map(
    (await findMessageReports(db, subjects)).map(({ subject_id, messages, reasons }) => {
      const kept = messages.map((one): KeptMessage => ({
        place: one.place,
        userId: one.user_id,
        text: one.text,
        hasPicture: one.image_id !== null,
        reported: one.id === subject_id,
        at: one.created_at,
      }))
      const reported = messages.find(({ id }) => id === subject_id)
      return [
        subject_id,
        {
          content: {
            title: null,
            title_en: null,
            text: reported?.text ?? null,
            text_en: null,
            youtubeVideoId: reported?.youtube_video_id ?? null,
            messages: kept,
          },
          reasons: readReasons(reasons),
        },
      ]
    }),
  )

export const reportedMessages: Reportable = {
  kind: 'message',
  read,
  lock: async (tx, { communityId, subjectId }) =>
    (await tx
      .selectFrom('messages')
      .select('id')
      .where('community_id', '=', communityId)
      .where('id', '=', subjectId)
      .forNoKeyUpdate()
      .executeTakeFirst()) !== undefined,
  setSight: (platform, work, subject, sight) =>
    sight === 'shown' ? show(platform, work, subject) : hide(platform, work, subject, sight),
  erase,
  forget: async (db, before) => {
    await db.deleteFrom('message_flags').where('created_at', '<', before).execute()
  },
}
