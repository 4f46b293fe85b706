// A post that the team hides is on no channel: only its author reads it, until it is restored or deleted.
import { sql } from 'kysely'
import { readReasons } from '#server/kernel/postgres/reports.ts'
import { joinTexts, type KeptReport, type Reportable, type SubjectName, type Work } from '#server/kernel/report.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { releasePicture } from '../media/media.service.ts'
import type { EventPlace } from './feed.announcements.ts'
import { holdEvent } from './feed.service.ts'
import { findPostReports } from './flag.queries.ts'
import { unpinWithoutRoom } from './pin.service.ts'

const placeOf = ({ communityId, subjectId }: SubjectName, channelIds: readonly string[]): EventPlace => ({
  eventId: subjectId,
  communityId,
  channelIds,
})

/** Removes it from its channels, which are stored; its readers receive a live event. */
const hide = async (platform: Platform, { tx, afterCommit }: Work, subject: SubjectName) => {
  const { rows } = await sql<{ channel_ids: string[] }>`
    with taken as (
      delete from event_channels where community_id = ${subject.communityId} and event_id = ${subject.subjectId}
      returning channel_id, category_id, starts_at, over_at
    )
    update events set hidden_at = ${platform.clock.now()}, hidden_channels = (select coalesce(jsonb_agg(taken), '[]') from taken)
    where community_id = ${subject.communityId} and id = ${subject.subjectId} and hidden_at is null
    returning array(select channel_id from taken) as channel_ids`.execute(tx)
  const [hidden] = rows
  if (!hidden) return
  // An update for its author, a removal for everybody else.
  afterCommit(() => platform.bus.announce('event.updated', placeOf(subject, hidden.channel_ids)))
}

/** Returns it to those of its channels that still exist. */
const show = async ({ bus, clock }: Platform, { tx, afterCommit }: Work, subject: SubjectName) => {
  const { rows } = await sql<{ channel_id: string }>`
    insert into event_channels (channel_id, event_id, community_id, group_id, category_id, document, starts_at, over_at)
    select ch.id, e.id, e.community_id, e.group_id, h.category_id, e.document, h.starts_at, h.over_at
    from (select e.*, event_search(e) as document from events e
      where e.community_id = ${subject.communityId} and e.id = ${subject.subjectId} and e.hidden_at is not null offset 0) e
    cross join jsonb_to_recordset(e.hidden_channels)
      as h (channel_id uuid, category_id uuid, starts_at timestamptz, over_at timestamptz)
    join channels ch on ch.id = h.channel_id
    returning channel_id`.execute(tx)
  const { numUpdatedRows } = await tx
    .updateTable('events')
    .set({ hidden_at: null, hidden_channels: null })
    .where('community_id', '=', subject.communityId)
    .where('id', '=', subject.subjectId)
    .where('hidden_at', 'is not', null)
    .executeTakeFirst()
  if (!numUpdatedRows) return
  const place = placeOf(
    subject,
    rows.map(({ channel_id }) => channel_id),
  )
  await unpinWithoutRoom(tx, place, clock.now())
  afterCommit(() => bus.announce('event.updated', place))
}

const erase = async (platform: Platform, { communityId, subjectId }: SubjectName) => {
  const photoId = await inTransaction(platform.db, async tx => {
    const gone = await tx
      .deleteFrom('events')
      .where('community_id', '=', communityId)
      .where('id', '=', subjectId)
      .where('hidden_at', 'is not', null)
      .returning('photo_id')
      .executeTakeFirst()
    await tx
      .deleteFrom('event_flags')
      .where('community_id', '=', communityId)
      .where('event_id', '=', subjectId)
      .execute()
    return gone?.photo_id
  })
  if (photoId) await releasePicture(platform, photoId)
}

const read = async (
  db: Db | Tx,
  subjects: readonly (SubjectName & { since: Date })[],
): Promise<ReadonlyMap<string, KeptReport>> =>
  new Map(
    (await findPostReports(db, subjects)).map(({ subject_id, post, reasons }) => [
      subject_id,
      {
        content: {
          title: post.title,
          title_en: post.title_en,
          text: joinTexts(post.description, post.post_description, post.cancel_reason),
          text_en: joinTexts(post.description_en, post.post_description_en),
          youtubeVideoId: post.youtube_video_id,
          messages: [],
        },
        reasons: readReasons(reasons),
      },
    ]),
  )

export const reportedPosts: Reportable = {
  kind: 'post',
  read,
  lock: (tx, { communityId, subjectId }) => holdEvent(tx, communityId, subjectId),
  setSight: (platform, work, subject, sight) => (sight === 'shown' ? show : hide)(platform, work, subject),
  erase,
  forget: async (db, before) => {
    await db.deleteFrom('event_flags').where('created_at', '<', before).execute()
  },
}
