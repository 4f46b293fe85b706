import type { ChannelType } from '@parvis/contract/community.ts'
import type { EventGroup } from '@parvis/contract/feed-filter.ts'
import { sql } from 'kysely'
import { newId } from '../kernel/ids.ts'
import { calendarTimesOf } from '../features/feed/calendar-times.ts'
import type { TestServer } from './test-server.ts'

export interface NewEvent {
  community?: string
  userId: string
  group?: EventGroup
  channels?: readonly ChannelType[]
  categoryId?: string | null
  title?: string
  description?: string
  titleEn?: string
  descriptionEn?: string
  answeredBy?: readonly string[]
  /** The date, the time and the instant at which the event takes place. `publishedAt` defaults to now. */
  dateId?: string | null
  timeId?: string | null
  startsAt?: Date | null
  publishedAt?: Date
  placeId?: string | null
  templateId?: string | null
  dealId?: string | null
}

/** Inserts a post, by default in the channel of its community; returns its id. */
export const addEvent = async ({ db, communityId }: TestServer, event: NewEvent): Promise<string> => {
  const home = await communityId(event.community ?? 'les-tilleuls')
  const id = newId()
  const now = event.publishedAt ?? new Date()
  await db
    .insertInto('events')
    .values({
      community_id: home,
      id,
      user_id: event.userId,
      group_id: event.group ?? 'post',
      template_id: event.templateId ?? null,
      deal_id: event.dealId ?? null,
      title: event.title ?? null,
      title_en: event.titleEn ?? null,
      description: event.description ?? null,
      description_en: event.descriptionEn ?? null,
      post_description: null,
      post_description_en: null,
      photo_id: null,
      youtube_video_id: null,
      video_title: null,
      date_id: event.dateId ?? null,
      time_id: event.timeId ?? null,
      place_id: event.placeId ?? null,
      choice_id: null,
      starts_at: event.startsAt ?? null,
      weather: null,
      interested_count: event.answeredBy?.length ?? 0,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const { timezone } = await db
    .selectFrom('communities')
    .select('timezone')
    .where('id', '=', home)
    .executeTakeFirstOrThrow()
  const { beginsAt, overAt } = calendarTimesOf(
    {
      group_id: event.group ?? 'post',
      date_id: event.dateId ?? null,
      time_id: event.timeId ?? null,
      starts_at: event.startsAt ?? null,
    },
    timezone,
  )
  await sql`insert into event_channels (channel_id, event_id, community_id, group_id, category_id, document, starts_at, over_at)
    select c.id, e.id, e.community_id, e.group_id, ${event.categoryId ?? null}::uuid, event_search(e), ${beginsAt}::timestamptz, ${overAt}::timestamptz
    from events e, channels c
    where e.community_id = ${home} and e.id = ${id} and c.channel_type = any(${event.channels ?? ['NeighborhoodEventChannel']}::text[])
      and (c.community_id = ${home} or c.organization_id = (select organization_id from communities where id = ${home}))`.execute(
    db,
  )
  for (const user_id of event.answeredBy ?? [])
    await db.insertInto('event_answers').values({ community_id: home, event_id: id, user_id }).execute()
  return id
}

/** Publishes on the bus that a post was created, changed or deleted, as the feed feature does. */
export const publishEventChange = async (
  { db, platform }: TestServer,
  name: 'event.created' | 'event.updated' | 'event.deleted',
  eventId: string,
): Promise<void> => {
  const { community_id, version } = await db
    .selectFrom('events')
    .select(['community_id', 'version'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  const channels = await db.selectFrom('event_channels').select('channel_id').where('event_id', '=', eventId).execute()
  platform.bus.publish(name, {
    eventId,
    communityId: community_id,
    channelIds: channels.map(({ channel_id }) => channel_id),
    version,
  })
}
