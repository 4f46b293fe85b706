import type { dealReferenceOf } from '@parvis/contract/deals.ts'
import { sql } from 'kysely'
import type { Db } from '#server/kernel/postgres/db.ts'
import { mediaColumn } from '#server/kernel/picture.ts'
import { answererCountColumn } from '../feed/event.columns.ts'
import { fullAuthorColumn } from '#server/kernel/author.ts'

export const findDealCategories = (db: Db) =>
  db.selectFrom('deal_categories').select(['id', 'name', 'name_en', 'picto', 'hue']).orderBy('position').execute()

const selectDeals = (db: Db) =>
  db
    .selectFrom('deals as d')
    .innerJoin('deal_categories as c', 'c.id', 'd.category_id')
    .innerJoin('cities', 'cities.id', 'd.city_id')
    .innerJoin('communities as home', 'home.id', 'd.community_id')
    .innerJoin('users as writer', join =>
      join.onRef('writer.community_id', '=', 'd.community_id').onRef('writer.id', '=', 'd.user_id'),
    )
    .where('writer.gone_at', 'is', null)
    .leftJoin('media as photo', 'photo.id', 'd.photo_id')
    .leftJoin('media as map', 'map.id', 'd.map_photo_id')
    .selectAll('d')
    .select([
      'c.name as category_name',
      'c.name_en as category_name_en',
      'c.picto',
      'c.hue',
      'cities.uri as city_uri',
      'home.organization_id',
      'home.gooddeal',
      'home.is_private',
      'home.timezone',
      mediaColumn('photo').as('photo'),
      mediaColumn('map').as('map_photo'),
    ])

type DealReference = NonNullable<ReturnType<typeof dealReferenceOf>>
export type DealRow = Awaited<ReturnType<ReturnType<typeof selectDeals>['executeTakeFirstOrThrow']>>

export const findDealsById = async (db: Db, ids: readonly string[]): Promise<DealRow[]> =>
  ids.length === 0
    ? []
    : selectDeals(db)
        .where('d.id', '=', sql<string>`any(${ids}::uuid[])`)
        .orderBy('d.id', 'desc')
        .execute()

/** The fields of deals that only users who manage them may see. */
export const findDealManagement = async (db: Db, ids: readonly string[]) => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('deals as d')
          .innerJoin('users as u', join =>
            join.onRef('u.community_id', '=', 'd.community_id').onRef('u.id', '=', 'd.user_id'),
          )
          .select(['d.id', fullAuthorColumn('u').as('author'), answererCountColumn('d.id').as('interested')])
          .where('d.id', '=', sql<string>`any(${ids}::uuid[])`)
          .execute()
  return new Map(rows.map(row => [row.id, row]))
}
export type DealManagementRow = NonNullable<
  Awaited<ReturnType<typeof findDealManagement>> extends Map<string, infer Row> ? Row : never
>

export const findDealInCommunity = (db: Db, communityId: string, id: string): Promise<DealRow | undefined> =>
  selectDeals(db)
    .innerJoin('community_deals as shown', 'shown.deal_id', 'd.id')
    .where('shown.community_id', '=', communityId)
    .where('d.id', '=', id)
    .executeTakeFirst()

export const isDealInCommunity = async (db: Db, communityId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('community_deals')
    .select('deal_id')
    .where('community_id', '=', communityId)
    .where('deal_id', '=', id)
    .executeTakeFirst()) !== undefined

/** Finds a deal by id, or by its public URL: the uri of the town and the slug of the deal. */
export const findDeal = (db: Db, reference: DealReference) =>
  ('id' in reference
    ? selectDeals(db).where('d.id', '=', reference.id)
    : selectDeals(db)
        .where('cities.uri', '=', reference.cityUri.toLowerCase())
        .where(sql`lower(d.custom_uri)`, '=', reference.adUri.toLowerCase())
  ).executeTakeFirst()

/**
 * A community that shows the deal: the viewer’s own, else the one in which it was created, else another. Private
 * communities are returned only to their members.
 */
export const findDealCommunity = async (db: Db, deal: DealRow, viewerCommunityId: string | undefined) =>
  (await db
    .selectFrom('community_deals as shown')
    .innerJoin('communities as c', 'c.id', 'shown.community_id')
    .select(['c.name', 'c.custom_uri as customUri'])
    .where('shown.deal_id', '=', deal.id)
    .where('c.gooddeal', '=', true)
    .where(eb => eb.or([eb('c.is_private', '=', false), eb('c.id', '=', viewerCommunityId ?? null)]))
    .orderBy(sql`c.id is not distinct from ${viewerCommunityId ?? null}`, 'desc')
    .orderBy(sql`c.id = ${deal.community_id}`, 'desc')
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst()) ?? null
