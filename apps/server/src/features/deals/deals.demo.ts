import type { Communities } from '@parvis/demo-world/make-communities.ts'
import type { DealRead } from '@parvis/demo-world/make-deal-reads.ts'
import type { Deal, Deals } from '@parvis/demo-world/make-deals.ts'
import { sql } from 'kysely'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { endInstant, startInstant } from './deal-fields.ts'

const TIMEZONE = 'Europe/Paris'

const dealRow = (isListed: boolean, deal: Deal) => {
  const { id, texts, cityId, categoryId, communityId, ownerId, photoId, templateId, at } = deal
  const starts_at = startInstant(deal.startsOn, TIMEZONE)
  return {
    id,
    city_id: cityId,
    category_id: categoryId,
    community_id: communityId,
    user_id: ownerId,
    custom_uri: texts.customUri,
    title: texts.title,
    title_en: texts.title,
    description: texts.description.fr,
    description_en: texts.description.en,
    promotion: texts.promotion?.fr ?? null,
    promotion_en: texts.promotion?.en ?? null,
    opening_time: texts.openingTime.fr,
    opening_time_en: texts.openingTime.en,
    price: texts.price?.fr ?? null,
    price_en: texts.price?.en ?? null,
    activity_description: texts.activity.fr,
    activity_description_en: texts.activity.en,
    activity_post_description: texts.activityPost.fr,
    activity_post_description_en: texts.activityPost.en,
    template_id: templateId,
    address: texts.address,
    zip_code: texts.zipCode,
    city: texts.city,
    phone: texts.phone,
    web_site_url: texts.webSiteUrl,
    fb_url: texts.fbUrl,
    email: texts.email,
    photo_id: photoId,
    longitude: texts.lon,
    latitude: texts.lat,
    approved_at: deal.approvedAt,
    starts_on: deal.startsOn,
    ends_on: deal.endsOn,
    starts_at,
    ends_at: endInstant(deal.endsOn, TIMEZONE),
    listed: isListed,
    due_at: deal.isScheduled ? starts_at : null,
    created_at: at,
    updated_at: at,
  }
}

export const writeDealCategories = async (tx: Tx, { categories }: Pick<Deals, 'categories'>) => {
  await tx
    .insertInto('deal_categories')
    .values(
      categories.map(({ id, name, picto, hue }, position) => ({
        id,
        name: name.fr,
        name_en: name.en,
        picto,
        hue,
        position,
      })),
    )
    .execute()
}

/** Inserts the deals of each community; categories, pictures, owner and communities must exist already. */
export const writeDemoDeals = async (
  tx: Tx,
  { deals, hidden }: Pick<Deals, 'deals' | 'hidden'>,
  { communities }: Communities,
) => {
  await tx
    .insertInto('deals')
    .values([...deals.map(deal => dealRow(true, deal)), ...hidden.map(deal => dealRow(false, deal))])
    .execute()
  await tx
    .insertInto('community_deals')
    .values(
      communities.flatMap(community =>
        deals.map(deal => ({
          community_id: community.id,
          deal_id: deal.id,
          category_id: deal.categoryId,
          listed: true,
        })),
      ),
    )
    .execute()
  await tx
    .insertInto('community_deals')
    .values(
      hidden.map(({ id, communityId, categoryId }) => ({
        community_id: communityId,
        deal_id: id,
        category_id: categoryId,
      })),
    )
    .execute()
  await sql`
    insert into deal_authors (community_id, user_id, approved_at)
    select community_id, user_id, min(approved_at) from deals where approved_at is not null group by 1, 2`.execute(tx)
  await sql`
    insert into deal_reaches (community_id, gooddeal, longitude, latitude)
    select id, gooddeal, longitude, latitude from communities`.execute(tx)
}

export const writeDemoDealReads = async (tx: Tx, reads: readonly DealRead[]) => {
  await sql`
    insert into deal_reads (deal_id, kind, account_id)
    select * from unnest(${reads.map(read => read.dealId)}::uuid[], ${reads.map(read => read.kind)}::text[],
      ${reads.map(read => read.accountId)}::uuid[])`.execute(tx)
  await sql`
    update deals d set
      seen_count = (select count(*) from deal_reads r where r.deal_id = d.id and r.kind = 'seen'),
      routes_count = (select count(*) from deal_reads r where r.deal_id = d.id and r.kind = 'route')`.execute(tx)
}
