import { DAY_MS } from './days.ts'
import type { Communities } from './make-communities.ts'
import type { Members } from './make-members.ts'
import { drawingOf, type Picture } from './pictures.ts'
import type { TemplateCategory } from './make-templates.ts'
import { createIdGenerator, type Seed } from './seed.ts'
import { dealCategories, deals as texts, type DemoDeal, hiddenDeals } from './texts/deals.ts'

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
  /** Null while approval is pending. */
  approvedAt: Date | null
  /** YYYY-MM-DD */
  startsOn: string | null
  endsOn: string | null
  isScheduled: boolean
}

export interface Deals {
  categories: ((typeof dealCategories)[number] & { id: string })[]
  /** Visible deals, the oldest first. */
  deals: Deal[]
  /** Deals that are pending, scheduled or over. */
  hidden: Deal[]
  pictures: Picture[]
}

export const makeDeals = (
  { random, now, idAt }: Seed,
  { city, communities }: Communities,
  { byCommunity }: Members,
  templates: readonly TemplateCategory[],
): Deals => {
  const newId = createIdGenerator(idAt, random.fork('deals'))
  const begin = new Date(now.getTime() - AGE_DAYS * DAY_MS)
  const categories = dealCategories.map(category => ({ ...category, id: newId(begin) }))
  const homeCommunity = communities[0]!
  const members = byCommunity.get(homeCommunity.id)!
  const professional = members.find(({ role }) => role === 'advertiser')!
  const dayOf = (days: number | null | undefined) =>
    typeof days === 'number' ? new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10) : null
  const templateIdOf = ({ invitation }: DemoDeal) =>
    templates.flatMap(category => category.templates).find(({ key }) => key === invitation)!.id
  const makeDeal = (deal: DemoDeal, index: number): Deal => {
    const at = new Date(now.getTime() - deal.daysAgo * DAY_MS - index * 60_000)
    const owner = members.find(({ email }) => email === deal.owner) ?? professional
    return {
      id: newId(at),
      photoId: newId(at),
      texts: deal,
      templateId: templateIdOf(deal),
      cityId: city.id,
      categoryId: categories.find(({ key }) => key === deal.category)!.id,
      communityId: homeCommunity.id,
      ownerId: owner.id,
      at,
      approvedAt: deal.owner ? null : at,
      startsOn: dayOf(deal.days?.[0]),
      endsOn: dayOf(deal.days?.[1]),
      isScheduled: (deal.days?.[0] ?? 0) > 0,
    }
  }
  const deals = [...texts].sort((a, z) => z.daysAgo - a.daysAgo).map(makeDeal)
  const hidden = hiddenDeals.map((deal, index) => makeDeal(deal, texts.length + index))
  const pictures = [...deals, ...hidden].map(({ photoId, texts: { photo }, at }): Picture => ({
    id: photoId,
    drawing: drawingOf(photo),
    class: 'public',
    communityId: null,
    alt: photo.alt,
    at,
  }))
  return { categories, deals, hidden, pictures }
}
