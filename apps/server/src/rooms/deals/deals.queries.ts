import type { dealNameOf } from '@parvis/contract/deals.ts'
import { sql } from 'kysely'
import type { Db } from '#server/kernel/postgres/db.ts'
import type { ListStart } from '#server/kernel/http/pagination.ts'
import { mediaColumn } from '../media/media.columns.ts'

export const findDealCategories = (db: Db) =>
  db.selectFrom('deal_categories').select(['id', 'name', 'name_en', 'picto', 'hue']).orderBy('position').execute()

const deals = (db: Db) =>
  db
    .selectFrom('deals as d')
    .innerJoin('deal_categories as c', 'c.id', 'd.category_id')
    .innerJoin('cities', 'cities.id', 'd.city_id')
    .innerJoin('communities as home', 'home.id', 'd.community_id')
    .leftJoin('media as photo', 'photo.id', 'd.photo_id')
    .select([
      'd.id',
      'd.community_id',
      'd.user_id',
      'd.custom_uri',
      'd.title',
      'd.title_en',
      'd.description',
      'd.description_en',
      'd.promotion',
      'd.promotion_en',
      'd.opening_time',
      'd.opening_time_en',
      'd.price',
      'd.price_en',
      'd.activity_description',
      'd.activity_description_en',
      'd.activity_post_description',
      'd.activity_post_description_en',
      'd.template_id',
      'd.choices',
      'd.address',
      'd.zip_code',
      'd.city',
      'd.phone',
      'd.web_site_url',
      'd.fb_url',
      'd.email',
      'd.longitude',
      'd.latitude',
      'd.approved_at',
      'd.created_at',
      'd.category_id',
      'c.name as category_name',
      'c.name_en as category_name_en',
      'c.picto',
      'c.hue',
      'cities.uri as city_uri',
      'home.organization_id',
      mediaColumn('photo').as('photo'),
    ])

type DealName = NonNullable<ReturnType<typeof dealNameOf>>
export type DealRow = Awaited<ReturnType<ReturnType<typeof deals>['executeTakeFirstOrThrow']>>

/** The approved deals shown to a community, newest first. */
export const findCommunityDeals = (
  db: Db,
  communityId: string,
  { categoryIds, start }: { categoryIds: readonly string[] | undefined; start: ListStart },
): Promise<DealRow[]> =>
  deals(db)
    .innerJoin('community_deals as shown', 'shown.deal_id', 'd.id')
    .where('shown.community_id', '=', communityId)
    .where('d.approved_at', 'is not', null)
    .$if(categoryIds !== undefined, query =>
      query.where('d.category_id', '=', sql<string>`any(${categoryIds ?? []}::uuid[])`),
    )
    .where('shown.deal_id', '<', start.before)
    .orderBy('shown.deal_id', 'desc')
    .offset(start.skip)
    .limit(start.limit)
    .execute()

/** One deal, as far as this community shows it. */
export const findShownDeal = (db: Db, communityId: string, id: string): Promise<DealRow | undefined> =>
  deals(db)
    .innerJoin('community_deals as shown', 'shown.deal_id', 'd.id')
    .where('shown.community_id', '=', communityId)
    .where('d.id', '=', id)
    .executeTakeFirst()

const MOST_PHOTOS = 100

/** The pictures of the newest deals of a community, by their ids. */
export const findDealPhotos = async (db: Db, communityId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('deals as d')
    .innerJoin('community_deals as shown', 'shown.deal_id', 'd.id')
    .select('d.photo_id')
    .where('shown.community_id', '=', communityId)
    .where('d.approved_at', 'is not', null)
    .where('d.photo_id', 'is not', null)
    .orderBy('shown.deal_id', 'desc')
    .limit(MOST_PHOTOS)
    .execute()
  return rows.map(({ photo_id }) => photo_id!)
}

/** By id, or by the address that is shared: the city's uri and the deal's own. */
export const findDeal = (db: Db, name: DealName) =>
  ('id' in name
    ? deals(db).where('d.id', '=', name.id)
    : deals(db)
        .where('cities.uri', '=', name.cityUri.toLowerCase())
        .where(sql`lower(d.custom_uri)`, '=', name.adUri.toLowerCase())
  ).executeTakeFirst()

/** A community that shows a deal: the reader's own, else the one it was written in, else another. Private ones are for their own alone. */
export const findDealCommunity = async (db: Db, deal: DealRow, ownId: string | undefined) =>
  (await db
    .selectFrom('community_deals as shown')
    .innerJoin('communities as c', 'c.id', 'shown.community_id')
    .select(['c.name', 'c.custom_uri as customUri'])
    .where('shown.deal_id', '=', deal.id)
    .where('c.gooddeal', '=', true)
    .where(eb => eb.or([eb('c.is_private', '=', false), eb('c.id', '=', ownId ?? null)]))
    .orderBy(sql`c.id is not distinct from ${ownId ?? null}`, 'desc')
    .orderBy(sql`c.id = ${deal.community_id}`, 'desc')
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst()) ?? null
