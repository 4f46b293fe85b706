import { dealFacts, dealTexts } from '@parvis/contract/deal-fields.ts'
import type { Deal, DealCategory } from '@parvis/contract/deals.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { pickFields } from '#server/kernel/columns.ts'
import { presentMedia, presentMediaUri } from '#server/kernel/picture.ts'
import { presentPoint } from '../community/community.presenter.ts'
import { presentAuthor } from '#server/kernel/author.ts'
import { dealAbilities, dealState } from './deals.policy.ts'
import type { DealManagementRow, DealRow, findDealCategories } from './deals.queries.ts'

export const presentDealCategory = (row: Awaited<ReturnType<typeof findDealCategories>>[number]): DealCategory => ({
  _id: row.id,
  name: row.name,
  lang: { en: { name: row.name_en } },
  picto: row.picto,
  bgColor: row.hue,
})

const presentManagement = (row: DealRow, { author, interested }: DealManagementRow, now: Date): Deal['keeping'] => ({
  state: dealState(row, now),
  nearby: row.nearby,
  refusal: row.refusal,
  author: presentAuthor(author),
  dateUpdated: row.updated_at.toISOString(),
  figures: { seen: row.seen_count, interested, routes: row.routes_count },
})

/** `keeping` (state and figures) is passed only if the viewer manages the deal. */
export const presentDeal = (actor: Actor | null, row: DealRow, now: Date, keeping?: DealManagementRow): Deal => {
  const abilities = dealAbilities(actor, row, now)
  return {
    _id: row.id,
    categoryId: row.category_id,
    category: presentDealCategory({
      id: row.category_id,
      name: row.category_name,
      name_en: row.category_name_en,
      picto: row.picto,
      hue: row.hue,
    }),
    ...pickFields(row, dealTexts, ''),
    templateId: row.template_id,
    choices: row.choices.map(({ id, name, name_en }) => ({ _id: id, name, lang: { en: { name: name_en } } })),
    lang: { en: pickFields(row, dealTexts, '_en') },
    ...pickFields(row, dealFacts, ''),
    photoUri: presentMediaUri(row.photo?.id),
    photo: row.photo && presentMedia(row.photo),
    mapPhotoUri: presentMediaUri(row.map_photo?.id),
    mapPhoto: row.map_photo && presentMedia(row.map_photo),
    loc: presentPoint(row.longitude, row.latitude),
    cityUri: row.city_uri,
    customUri: row.custom_uri,
    dateAdded: row.created_at.toISOString(),
    startDate: row.starts_on,
    endDate: row.ends_on,
    version: row.version,
    keeping: abilities.remove && keeping ? presentManagement(row, keeping, now) : null,
    abilities,
  }
}
