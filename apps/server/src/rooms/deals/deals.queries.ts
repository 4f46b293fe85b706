import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { sql } from 'kysely'
import type { Db } from '#server/kernel/db.ts'
import type { PageStart } from '#server/kernel/page.ts'
import { mediaColumn } from '../media/media.presenter.ts'

export const findDealCategories = (db: Db) => db.selectFrom('deal_categories').select(['id', 'name', 'name_en', 'picto', 'hue']).orderBy('position').execute()

const deals = (db: Db) =>
  db.selectFrom('deals as d')
    .innerJoin('deal_categories as c', 'c.id', 'd.category_id')
    .innerJoin('cities', 'cities.id', 'd.city_id')
    .leftJoin('media as photo', 'photo.id', 'd.photo_id')
    .select([
      'd.id', 'd.community_id', 'd.user_id', 'd.custom_uri', 'd.title', 'd.title_en', 'd.description', 'd.description_en', 'd.promotion', 'd.promotion_en',
      'd.opening_time', 'd.opening_time_en', 'd.price', 'd.price_en', 'd.activity_description', 'd.activity_description_en', 'd.activity_post_description',
      'd.activity_post_description_en', 'd.address', 'd.zip_code', 'd.city', 'd.phone', 'd.web_site_url', 'd.fb_url', 'd.email', 'd.longitude', 'd.latitude',
      'd.approved_at', 'd.created_at', 'd.category_id', 'c.name as category_name', 'c.name_en as category_name_en', 'c.picto', 'c.hue', 'cities.uri as city_uri',
      mediaColumn('photo').as('photo'),
    ])

export type DealRow = Awaited<ReturnType<ReturnType<typeof deals>['executeTakeFirstOrThrow']>>

/** The approved deals shown to a community, newest first: one row more than a page, or all of them. */
export const findCommunityDeals = (db: Db, communityId: string, { categoryIds, start }: { categoryIds: readonly string[] | undefined; start: PageStart | 'all' }): Promise<DealRow[]> => {
  const shown = deals(db)
    .innerJoin('community_deals as shown', 'shown.deal_id', 'd.id')
    .where('shown.community_id', '=', communityId)
    .where('d.approved_at', 'is not', null)
    .$if(categoryIds !== undefined, query => query.where('d.category_id', '=', sql<string>`any(${categoryIds ?? []}::uuid[])`))
    .orderBy('shown.deal_id', 'desc')
  if (start === 'all') return shown.execute()
  return shown.where('shown.deal_id', '<', start.before).offset(start.skip).limit(PAGE_SIZE + 1).execute()
}

export const findDeal = (db: Db, id: string) => deals(db).where('d.id', '=', id).executeTakeFirst()

/** By the address that is shared: the city's uri and the deal's own. */
export const findDealByUri = (db: Db, cityUri: string, adUri: string) =>
  deals(db).where('cities.uri', '=', cityUri.toLowerCase()).where(sql`lower(d.custom_uri)`, '=', adUri.toLowerCase()).executeTakeFirst()
