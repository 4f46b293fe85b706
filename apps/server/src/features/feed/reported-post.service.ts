// A post that moderators have hidden is in no channel. Only its author can read it, until it is restored or deleted.
import { sql } from 'kysely'
import { readReportsIn } from '#server/kernel/postgres/reports.ts'
import { joinTexts, type Reportable, type SubjectKey, type TransactionContext } from '#server/kernel/report.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { removeSubjects } from '#server/kernel/notification-subject.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { releasePicture } from '../media/media.service.ts'
import type { EventRef } from './feed.live-events.ts'
import { tryLockEvent } from './feed.service.ts'
import { unpinWithoutRoom } from './pin.service.ts'

const eventRefOf = ({ communityId, subjectId }: SubjectKey, channelIds: readonly string[]): EventRef => ({
  eventId: subjectId,
  communityId,
  channelIds,
})

/** Deletes the channels of the post and stores them for `restore`. Open screens receive a live event. */
const hide = async (platform: Platform, { tx, afterCommit }: TransactionContext, subject: SubjectKey) => {
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
  // The live event is an update for the author and a deletion for everybody else.
  afterCommit(() => platform.bus.publish('event.updated', eventRefOf(subject, hidden.channel_ids)))
}

/** Restores the post in its former channels, except those that no longer exist. */
const restore = async ({ bus, clock }: Platform, { tx, afterCommit }: TransactionContext, subject: SubjectKey) => {
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
  const eventRef = eventRefOf(
    subject,
    rows.map(({ channel_id }) => channel_id),
  )
  await unpinWithoutRoom(tx, eventRef, clock.now())
  afterCommit(() => bus.publish('event.updated', eventRef))
}

const erase = async (platform: Platform, { communityId, subjectId }: SubjectKey) => {
  const photoId = await inTransaction(platform.db, async tx => {
    const hidden = await tx
      .selectFrom('events')
      .select('photo_id')
      .where('community_id', '=', communityId)
      .where('id', '=', subjectId)
      .where('hidden_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (hidden) {
      await removeSubjects(platform, tx, { subjectKind: 'event', ids: [subjectId] })
      await tx.deleteFrom('events').where('community_id', '=', communityId).where('id', '=', subjectId).execute()
    }
    await tx
      .deleteFrom('event_flags')
      .where('community_id', '=', communityId)
      .where('event_id', '=', subjectId)
      .execute()
    return hidden?.photo_id
  })
  await releasePicture(platform, photoId)
}

type PostText = 'title' | 'description' | 'post_description'
const readReports = readReportsIn<
  Record<PostText | `${PostText}_en` | 'youtube_video_id', string | null> & {
    /** Undefined in snapshots that were stored before posts could be cancelled. */
    cancel_reason?: string | null
  }
>('event_flags', 'event_id', post => ({
  title: post.title,
  title_en: post.title_en,
  text: joinTexts(post.description, post.post_description, post.cancel_reason),
  text_en: joinTexts(post.description_en, post.post_description_en),
  youtubeVideoId: post.youtube_video_id,
}))

export const reportedPosts: Reportable = {
  kind: 'post',
  readReports,
  lockSubject: (tx, { communityId, subjectId }) => tryLockEvent(tx, communityId, subjectId),
  setVisibility: (platform, work, subject, visibility) =>
    (visibility === 'visible' ? restore : hide)(platform, work, subject),
  erase,
  purgeOldReports: async (db, before) => {
    await db.deleteFrom('event_flags').where('created_at', '<', before).execute()
  },
}
