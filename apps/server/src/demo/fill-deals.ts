import { scenes } from './art/scenes.ts'
import type { FilledCommunity } from './fill-communities.ts'
import type { FilledPeople } from './fill-people.ts'
import { DAY_MS, idFrom, type Workshop } from './seed.ts'
import { dealCategories, deals } from './texts/deals.ts'

/** Ids of the deals by key. */
export type FilledDeals = Map<string, string>

export const fillDeals = async (
  { db, studio, random: whole, now }: Workshop,
  { cityId, communities }: { cityId: string; communities: FilledCommunity[] },
  people: FilledPeople,
): Promise<FilledDeals> => {
  const random = whole.fork('deals')
  const begin = new Date(now.getTime() - 400 * DAY_MS)
  const categoryIds = new Map(dealCategories.map(category => [category.key, idFrom(random, begin)]))
  await db
    .insertInto('deal_categories')
    .values(
      dealCategories.map((category, position) => ({
        id: categoryIds.get(category.key)!,
        name: category.name.fr,
        name_en: category.name.en,
        picto: category.picto,
        hue: category.hue,
        position,
      })),
    )
    .execute()

  const home = communities[0]!
  const owner = people.get(home.id)!.find(({ role }) => role === 'advertiser')!
  const rows = [...deals]
    .sort((a, z) => z.daysAgo - a.daysAgo)
    .map((deal, index) => {
      const at = new Date(now.getTime() - deal.daysAgo * DAY_MS - index * 60_000)
      return { deal, at, id: idFrom(random, at), photoId: idFrom(random, at) }
    })
  await studio.store(
    rows.map(
      ({
        deal: {
          photo: { scene, view, alt },
        },
        at,
        photoId,
      }) => ({ id: photoId, svg: scenes[scene](view), class: 'public', communityId: null, alt, at }),
    ),
  )
  await db
    .insertInto('deals')
    .values(
      rows.map(({ deal, at, id, photoId }) => ({
        id,
        city_id: cityId,
        category_id: categoryIds.get(deal.category)!,
        community_id: home.id,
        user_id: owner.id,
        custom_uri: deal.customUri,
        title: deal.title,
        title_en: deal.title,
        description: deal.description.fr,
        description_en: deal.description.en,
        promotion: deal.promotion?.fr ?? null,
        promotion_en: deal.promotion?.en ?? null,
        opening_time: deal.openingTime.fr,
        opening_time_en: deal.openingTime.en,
        price: deal.price?.fr ?? null,
        price_en: deal.price?.en ?? null,
        activity_description: deal.activity.fr,
        activity_description_en: deal.activity.en,
        activity_post_description: deal.activityPost.fr,
        activity_post_description_en: deal.activityPost.en,
        address: deal.address,
        zip_code: deal.zipCode,
        city: deal.city,
        phone: deal.phone,
        web_site_url: deal.webSiteUrl,
        fb_url: deal.fbUrl,
        email: deal.email,
        photo_id: photoId,
        longitude: deal.lon,
        latitude: deal.lat,
        approved_at: at,
        created_at: at,
        updated_at: at,
      })),
    )
    .execute()
  await db
    .insertInto('community_deals')
    .values(communities.flatMap(community => rows.map(({ id }) => ({ community_id: community.id, deal_id: id }))))
    .execute()
  return new Map(rows.map(({ deal, id }) => [deal.key, id]))
}
