import { DAY_MS } from './days.ts'
import type { Communities } from './make-communities.ts'
import type { Members } from './make-members.ts'
import { drawingOf, type Picture } from './pictures.ts'
import type { TemplateCategory } from './make-templates.ts'
import { idsFrom, type Seed } from './seed.ts'
import { dealCategories, deals as texts, type DemoDeal } from './texts/deals.ts'

const AGE_DAYS = 400

export interface Deal {
  id: string
  texts: DemoDeal
  cityId: string
  categoryId: string
  communityId: string
  ownerId: string
  photoId: string
  templateId: string
  at: Date
}

export interface Deals {
  categories: ((typeof dealCategories)[number] & { id: string })[]
  /** The oldest first. */
  deals: Deal[]
  pictures: Picture[]
}

export const makeDeals = (
  { random, now, idAt }: Seed,
  { city, communities }: Communities,
  { byCommunity }: Members,
  templates: readonly TemplateCategory[],
): Deals => {
  const newId = idsFrom(idAt, random.fork('deals'))
  const begin = new Date(now.getTime() - AGE_DAYS * DAY_MS)
  const categories = dealCategories.map(category => ({ ...category, id: newId(begin) }))
  const home = communities[0]!
  const owner = byCommunity.get(home.id)!.find(({ role }) => role === 'advertiser')!
  const invitationOf = ({ invitation }: DemoDeal) =>
    templates.flatMap(category => category.templates).find(({ key }) => key === invitation)!.id
  const deals = [...texts]
    .sort((a, z) => z.daysAgo - a.daysAgo)
    .map((deal, index): Deal => {
      const at = new Date(now.getTime() - deal.daysAgo * DAY_MS - index * 60_000)
      return {
        id: newId(at),
        photoId: newId(at),
        texts: deal,
        templateId: invitationOf(deal),
        cityId: city.id,
        categoryId: categories.find(({ key }) => key === deal.category)!.id,
        communityId: home.id,
        ownerId: owner.id,
        at,
      }
    })
  const pictures = deals.map(({ photoId, texts: { photo }, at }): Picture => ({
    id: photoId,
    drawing: drawingOf(photo),
    class: 'public',
    communityId: null,
    alt: photo.alt,
    at,
  }))
  return { categories, deals, pictures }
}
