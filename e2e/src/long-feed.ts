import { sql } from 'kysely'
import type { TestServer } from '../../apps/server/src/testing/test-server.ts'

/** Days by which each copy of the demo posts is older than the previous copy. */
const COPY_INTERVAL_DAYS = 400

/** Adds older and older copies of the demo posts, up to at least `minCount` posts. Returns the length of the feed. */
export const lengthenFeed = async ({ db, communityId }: TestServer, minCount: number): Promise<number> => {
  const home = await communityId('les-tilleuls')
  const { count, pinned } = await db
    .selectFrom('events')
    .where('community_id', '=', home)
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.count<string>('pinned_until').as('pinned')])
    .executeTakeFirstOrThrow()
  const copies = Math.ceil(minCount / Number(count)) - 1
  await sql`
    with copied as (
      select e.*, n, e.created_at - n * ${COPY_INTERVAL_DAYS} * interval '1 day' as at,
        (lpad(to_hex((extract(epoch from e.created_at - n * ${COPY_INTERVAL_DAYS} * interval '1 day') * 1000)::bigint), 12, '0') || '7' || substr(md5(e.id::text || n), 1, 3) || '8' || substr(md5(e.id::text || n), 4, 15))::uuid as new_id
      from events e, generate_series(1, ${copies}::int) n where e.community_id = ${home}
    ), written as (
      insert into events (community_id, id, user_id, group_id, template_id, deal_id, title, title_en, description, description_en, post_description, post_description_en, photo_id, youtube_video_id, video_title,
        date_id, time_id, place_id, choice_id, starts_at, weather, interested_count, messages_count, created_at, updated_at)
      select community_id, new_id, user_id, group_id, template_id, deal_id, title, title_en, description, description_en, post_description, post_description_en, photo_id, youtube_video_id, video_title,
        date_id, time_id, place_id, choice_id, starts_at - n * ${COPY_INTERVAL_DAYS} * interval '1 day', weather, interested_count, 0, at, at from copied
    )
    insert into event_channels (channel_id, event_id, community_id, group_id, category_id, document, starts_at, over_at)
    select c.channel_id, new_id, c.community_id, c.group_id, c.category_id, c.document,
      c.starts_at - n * ${COPY_INTERVAL_DAYS} * interval '1 day', c.over_at - n * ${COPY_INTERVAL_DAYS} * interval '1 day' from copied join event_channels c on c.event_id = copied.id and c.community_id = copied.community_id`.execute(
    db,
  )
  await sql`analyze`.execute(db)
  // Pinned posts are above the list and not part of it.
  return Number(count) * (copies + 1) - Number(pinned)
}
