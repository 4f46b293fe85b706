import type { Post, Posts } from '@parvis/demo-world/make-posts.ts'
import { sql } from 'kysely'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { runInBatches } from '#server/kernel/postgres/in-batches.ts'
import { calendarTimesOf } from './calendar-times.ts'

const EVENTS_PER_BATCH = 200
const ANSWERS_PER_BATCH = 1000

const eventRow = (post: Post) => ({
  community_id: post.communityId,
  id: post.id,
  user_id: post.authorId,
  group_id: post.group,
  template_id: post.templateId,
  deal_id: post.dealId,
  title: post.title?.fr || null,
  title_en: post.title?.en || null,
  description: post.description?.fr || null,
  description_en: post.description?.en || null,
  post_description: null,
  post_description_en: null,
  photo_id: post.photoId,
  youtube_video_id: post.video?.youtubeVideoId ?? null,
  video_title: post.video?.title.fr ?? null,
  date_id: post.dateId,
  time_id: post.timeId,
  place_id: post.placeId,
  choice_id: null,
  starts_at: post.startsAt,
  weather: post.weather && JSON.stringify(post.weather),
  pinned_until: post.pinnedUntil,
  interested_count: post.answers.length,
  messages_count: 0,
  created_at: post.at,
  updated_at: post.at,
})

/** Inserts posts with their channels and answers. Pictures, members, templates and deals must be stored before. */
export const writeDemoPosts = async (tx: Tx, { posts }: Posts) => {
  const places = await tx.selectFrom('communities').select(['id', 'timezone']).execute()
  const timezones = new Map(places.map(({ id, timezone }) => [id, timezone]))
  await runInBatches(posts, batch => tx.insertInto('events').values(batch.map(eventRow)).execute(), EVENTS_PER_BATCH)
  const links = posts.map(post => {
    const { beginsAt, overAt } = calendarTimesOf(eventRow(post), timezones.get(post.communityId)!)
    return {
      channel_id: post.channelId,
      event_id: post.id,
      community_id: post.communityId,
      category_id: post.categoryId,
      starts_at: beginsAt,
      over_at: overAt,
    }
  })
  await sql`
    insert into event_channels (channel_id, event_id, community_id, group_id, category_id, document, starts_at, over_at)
    select l.channel_id, e.id, e.community_id, e.group_id, l.category_id, event_search(e), l.starts_at, l.over_at
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      as l (channel_id uuid, event_id uuid, community_id uuid, category_id uuid, starts_at timestamptz, over_at timestamptz)
    join events e on e.community_id = l.community_id and e.id = l.event_id`.execute(tx)
  const answers = posts.flatMap(({ id, communityId, answers: from }) =>
    from.map(({ memberId, at }) => ({ community_id: communityId, event_id: id, user_id: memberId, created_at: at })),
  )
  await runInBatches(answers, batch => tx.insertInto('event_answers').values(batch).execute(), ANSWERS_PER_BATCH)
}
