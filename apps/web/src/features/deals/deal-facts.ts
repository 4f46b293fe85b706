import { distanceKm, type Point } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import { textIn, type Language } from '@parvis/contract/language.ts'

/** Number of days that a deal counts as new. */
const NEW_DEAL_DAYS = 14

const DAY_MS = 86_400_000

export const titleOf = (language: Language, deal: Pick<Deal, 'title' | 'lang'>): string =>
  textIn(language, deal, 'title') ?? ''

export const isNewDeal = ({ dateAdded }: Pick<Deal, 'dateAdded'>, now: number): boolean =>
  now - Date.parse(dateAdded) < NEW_DEAL_DAYS * DAY_MS

/** Distance from `from` in kilometres; null when one of the two points is unknown. */
export const distanceOf = ({ loc }: Pick<Deal, 'loc'>, from: Point | null): number | null =>
  loc && from ? distanceKm(from, loc) : null

/** URL path of the public page of a deal. */
export const publicPath = ({ cityUri, customUri }: Pick<Deal, 'cityUri' | 'customUri'>): string =>
  `/${cityUri}/vie-locale/${customUri}`
