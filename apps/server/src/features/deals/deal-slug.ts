import { isCommunityUri } from '@parvis/contract/paths.ts'
import { slugOf } from '#server/kernel/slug.ts'

/** Used if a title contains no letter that is allowed in a URL. */
const FALLBACK_SLUG = 'bon-plan'
const MAX_LENGTH = 60
/** Slugs that would collide with a route of the web app under `/vie-locale/`. */
const reservedSlugs = new Set(['edition'])

/** Derives the slug of a deal from its title; never empty, and never a reserved word. */
export const dealSlug = (title: string | null | undefined): string => {
  const slug = slugOf(title ?? '')
  const short = slug.length > MAX_LENGTH ? slug.slice(0, MAX_LENGTH).replace(/-[^-]*$/, '') : slug
  if (short === '') return FALLBACK_SLUG
  return isCommunityUri(short) && !reservedSlugs.has(short) ? short : `${FALLBACK_SLUG}-${short}`
}

export const firstFreeSlug = (slug: string, existing: readonly string[]): string => {
  const used = new Set(existing)
  for (let at = 1; ; at++) {
    const uri = at === 1 ? slug : `${slug}-${at}`
    if (!used.has(uri)) return uri
  }
}
