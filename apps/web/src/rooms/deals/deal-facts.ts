import { distanceKm, type Point } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import { textIn, type Language } from '@parvis/contract/language.ts'

/** A deal wears its "New" badge for this many days. */
const NEW_DEAL_DAYS = 14

const DAY_MS = 86_400_000

export const titleOf = (language: Language, deal: Pick<Deal, 'title' | 'lang'>): string =>
  textIn(language, deal, 'title') ?? ''

export const isNew = ({ dateAdded }: Pick<Deal, 'dateAdded'>, now: number): boolean =>
  now - Date.parse(dateAdded) < NEW_DEAL_DAYS * DAY_MS

/** From the middle of the community, in kilometres. */
export const distanceOf = ({ loc }: Pick<Deal, 'loc'>, from: Point | null): number | null =>
  loc && from ? distanceKm(from, loc) : null

export const addressOf = ({ address, zipCode, city }: Pick<Deal, 'address' | 'zipCode' | 'city'>): string | null =>
  [address, [zipCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ') || null

/** The trunk zero in brackets is dialled inside the country only: +33(0)4 50 … → +33450… */
export const telephoneHref = (phone: string): string => `tel:${phone.replace('(0)', '').replace(/[^+\d]/g, '')}`

/** A page of the web, or nothing: what a professional typed is never run. */
export const webHref = (url: string): string | null => {
  try {
    const { protocol, href } = new URL(/^[a-z]+:/i.test(url) ? url : `https://${url}`)
    return protocol === 'https:' || protocol === 'http:' ? href : null
  } catch {
    return null
  }
}

/** The part of a web address that people say aloud. */
export const spokenHost = (href: string): string => new URL(href).host.replace(/^www\./, '')

/** Where anybody can read the deal, signed in or not. */
export const publicPath = ({ cityUri, customUri }: Pick<Deal, 'cityUri' | 'customUri'>): string =>
  `/${cityUri}/vie-locale/${customUri}`
