import { sql } from 'kysely'
import { newId } from '../kernel/ids.ts'
import type { Db } from '../kernel/postgres/db.ts'

export interface ManyDeals {
  communityId: string
  categoryIds: string[]
}

/**
 * Adds two communities with `total` deals: `listed` deals of the first are visible, its other deals have ended; some of
 * the deals of the second are visible. The texts are as long as those of the deals in the demo world.
 */
export const fillManyDeals = async (
  db: Db,
  { total, listed, uri }: { total: number; listed: number; uri: string },
): Promise<ManyDeals> => {
  const [communityId, elsewhereId, cityId, accountId] = [newId(), newId(), newId(), newId()]
  await sql`insert into cities (id, name, uri, department, longitude, latitude) values (${cityId}, ${uri}, ${uri}, 'Haute-Savoie', 6.13, 45.9)`.execute(
    db,
  )
  await sql`insert into accounts (id, email, confirmed_at) values (${accountId}, ${`${uri}@test.example`}, now())`.execute(
    db,
  )
  for (const id of [communityId, elsewhereId]) {
    await sql`insert into communities (id, name, custom_uri, community_type) values (${id}, ${uri}, ${id === communityId ? uri : `${uri}-ailleurs`}, 'Neighborhood')`.execute(
      db,
    )
    await sql`insert into users (community_id, id, account_id, role, pseudo, enabled_at)
      values (${id}, gen_random_uuid(), ${accountId}, 'advertiser', ${uri}, now())`.execute(db)
  }
  await sql`
    insert into deal_categories (id, name, picto, hue, position)
    select gen_random_uuid(), 'Rayon ' || n, 'toolbox', 'lend', n from generate_series(1, 6) n
    where not exists (select from deal_categories)`.execute(db)
  const categories = await db.selectFrom('deal_categories').select('id').orderBy('position').execute()
  const description = 'Une miche pour deux, au levain naturel, cuite à six heures. '.repeat(5)
  // Visible deals are spread among the others, as in real data.
  await sql`
    with numbered as (
      select n, gen_random_uuid() as id, n % ${Math.floor(total / listed)} = 0 as is_home from generate_series(1, ${total}::int) n
    ), written as (
      insert into deals (id, city_id, category_id, community_id, user_id, custom_uri, title, title_en, description, description_en,
        opening_time, opening_time_en, address, phone, longitude, latitude, starts_at, ends_at, due_at, approved_at, listed, created_at)
      select numbered.id, ${cityId}::uuid, (${categories.map(one => one.id)}::uuid[])[1 + n % 6], u.community_id, u.id, 'plan-' || n, 'Bon plan ' || n,
        'Good deal ' || n, ${description}, ${description}, ${description.slice(0, 100)}, ${description.slice(0, 100)}, '4 rue des Meuniers', '+33 4 50 00 12 01',
        6.13 + n % 100 / 1000.0, 45.9 + n % 90 / 1000.0, now() - interval '9 days',
        case when is_home then null else now() + case when n % 4 = 1 then interval '30 days' else interval '-1 day' end end,
        case when not is_home and n % 4 = 1 then now() + interval '30 days' end, now() - interval '9 days', is_home or n % 4 = 1,
        now() - n * interval '1 second'
      from numbered
      join users u on u.account_id = ${accountId}::uuid
        and u.community_id = case when is_home or n % 4 = 2 then ${communityId}::uuid else ${elsewhereId}::uuid end
      returning id, community_id, category_id, listed
    )
    insert into community_deals (community_id, deal_id, category_id, listed)
    select community_id, id, category_id, listed from written`.execute(db)
  await sql`analyze`.execute(db)
  return { communityId, categoryIds: categories.map(({ id }) => id) }
}
