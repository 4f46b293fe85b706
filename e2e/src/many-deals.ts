import { sql } from 'kysely'
import type { TestServer } from '../../apps/server/src/testing/test-server.ts'

/** The radius of the area with deals, in degrees: the area of a town is some twelve kilometres wide. */
const RADIUS_DEGREES = 0.06

/** Adds `count` copies of the newest deal of `les-tilleuls`, spread around that deal and denser towards the middle. */
export const addManyDeals = async ({ db, communityId }: TestServer, count: number): Promise<void> => {
  const home = await communityId('les-tilleuls')
  await sql`
    with model as (
      select d.* from deals d join community_deals s on s.deal_id = d.id and s.listed
      where s.community_id = ${home} and d.approved_at is not null order by d.id desc limit 1
    ), written as (
      insert into deals (id, city_id, category_id, community_id, user_id, custom_uri, title, title_en, description, description_en,
        promotion, promotion_en, photo_id, longitude, latitude, starts_at, approved_at, listed, created_at)
      select gen_random_uuid(), city_id, (select id from deal_categories order by position offset n % 6 limit 1), community_id, user_id,
        'plan-' || n, 'Bon plan ' || n, 'Good deal ' || n, description, description_en, promotion, promotion_en, photo_id,
        longitude + ${RADIUS_DEGREES}::float8 * (n * 7919 % 1000 / 1000.0) * cos(n), latitude + ${RADIUS_DEGREES}::float8 * 0.7 * (n * 104729 % 1000 / 1000.0) * sin(n),
        now() - interval '9 days', now() - interval '9 days', true, now() - n * interval '1 minute'
      from model, generate_series(1, ${count}::int) n
      returning id, category_id
    )
    insert into community_deals (community_id, deal_id, category_id, listed) select ${home}, id, category_id, true from written`.execute(
    db,
  )
  await sql`analyze deals, community_deals`.execute(db)
}
