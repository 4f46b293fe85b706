import type { Communities } from '@parvis/demo-world/make-communities.ts'
import type { Deal, Deals } from '@parvis/demo-world/make-deals.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'

const dealRow = ({ id, texts, cityId, categoryId, communityId, ownerId, photoId, templateId, at }: Deal) => ({
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
  approved_at: at,
  listed: true,
  created_at: at,
  updated_at: at,
})

/** The categories that every installation begins with. */
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

/** The deals, which every community offers; their categories, pictures, owner and communities are there already. */
export const writeDemoDeals = async (tx: Tx, { deals }: Pick<Deals, 'deals'>, { communities }: Communities) => {
  await tx.insertInto('deals').values(deals.map(dealRow)).execute()
  await tx
    .insertInto('community_deals')
    .values(
      communities.flatMap(community =>
        deals.map(({ id, categoryId }) => ({
          community_id: community.id,
          deal_id: id,
          category_id: categoryId,
          listed: true,
        })),
      ),
    )
    .execute()
}
