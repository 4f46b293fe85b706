// Changes the content and the channels of an event. Each change increments the version of the event.
import { sql } from 'kysely'
import type { Tx } from '#server/kernel/postgres/db.ts'

/** The texts of an event as columns. Undefined texts are not changed. */
export interface EventTexts {
  title?: string | null
  title_en?: string | null
  description?: string | null
  description_en?: string | null
  post_description?: string | null
  post_description_en?: string | null
  youtube_video_id?: string | null
}

export interface EventKey {
  communityId: string
  eventId: string
}

export interface EventChange {
  texts: EventTexts
  videoTitle: string | null
  photoId: string | null
  now: Date
  isEdited: boolean
  /** If undefined, the event remains on its channels. */
  channelIds: readonly string[] | undefined
}

/** Locks the event against concurrent changes and returns it; undefined if it is deleted. */
export const lockEventContent = (tx: Tx, { communityId, eventId }: EventKey) =>
  tx
    .selectFrom('events')
    .select([
      'title',
      'title_en',
      'description',
      'description_en',
      'post_description',
      'post_description_en',
      'youtube_video_id',
      'video_title',
      'photo_id',
      'hidden_at',
      'group_id',
      'date_id',
      'time_id',
      'starts_at',
      'place_id',
      'location_id',
      'created_at',
      'moved_at',
      'moved_from',
      'moved_place',
      'cancelled_at',
      'change_told_at',
    ])
    .where('community_id', '=', communityId)
    .where('id', '=', eventId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Replaces the channels of an event; returns the previous ones. */
const replaceChannels = async (tx: Tx, { communityId, eventId }: EventKey, channelIds: readonly string[]) => {
  const { rows } = await sql<{
    channel_id: string
    category_id: string | null
    starts_at: Date | null
    over_at: Date | null
  }>`
    delete from event_channels where community_id = ${communityId} and event_id = ${eventId} returning channel_id, category_id, starts_at, over_at`.execute(
    tx,
  )
  await sql`
    insert into event_channels (channel_id, event_id, community_id, group_id, category_id, document, starts_at, over_at)
    select c.channel_id, e.id, e.community_id, e.group_id, ${rows[0]?.category_id ?? null}::uuid, e.document,
      ${rows[0]?.starts_at ?? null}::timestamptz, ${rows[0]?.over_at ?? null}::timestamptz
    from (select e.*, event_search(e) as document from events e
      where e.community_id = ${communityId} and e.id = ${eventId} offset 0) e,
      unnest(${channelIds}::uuid[]) as c (channel_id)`.execute(tx)
  return rows.map(row => row.channel_id)
}

const rebuildSearchDocument = async (tx: Tx, { communityId, eventId }: EventKey) => {
  const { rows } = await sql<{ channel_id: string }>`
    update event_channels ec set document = e.document
    from (select e.community_id, e.id, event_search(e) as document from events e
      where e.community_id = ${communityId} and e.id = ${eventId} offset 0) e
    where ec.community_id = e.community_id and ec.event_id = e.id returning ec.channel_id`.execute(tx)
  return rows.map(row => row.channel_id)
}

/** Stores the change. Returns the previous and the new channels: readers of all of them receive the live event. */
export const changeEvent = async (
  tx: Tx,
  event: EventKey,
  { texts, videoTitle, photoId, now, isEdited, channelIds }: EventChange,
): Promise<string[]> => {
  await tx
    .updateTable('events')
    .set({ ...texts, video_title: videoTitle, photo_id: photoId, updated_at: now, ...(isEdited && { edited_at: now }) })
    .where('community_id', '=', event.communityId)
    .where('id', '=', event.eventId)
    .execute()
  const before = channelIds ? await replaceChannels(tx, event, channelIds) : await rebuildSearchDocument(tx, event)
  return [...new Set([...before, ...(channelIds ?? [])])]
}

/** Sets the title of a video. Returns false, without a change, if the event does not show this video any more. */
export const setVideoTitle = async (
  tx: Tx,
  { communityId, eventId }: EventKey,
  videoId: string,
  title: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('events')
    .set({ video_title: title })
    .where('community_id', '=', communityId)
    .where('id', '=', eventId)
    .where('youtube_video_id', '=', videoId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
