import { isCommunityUri } from '@parvis/contract/paths.ts'
import { slugOf } from '#server/kernel/slug.ts'

/** Used when a title has no letter that is allowed in an address. */
const NAMELESS = 'bon-plan'
const MAX_LENGTH = 60
/** Routes of the app under `/vie-locale/`. */
const taken = new Set(['edition'])

/** Derives the slug of a deal from its title; never empty, and never a reserved word. */
export const dealSlug = (title: string | null | undefined): string => {
  const slug = slugOf(title ?? '')
  const short = slug.length > MAX_LENGTH ? slug.slice(0, MAX_LENGTH).replace(/-[^-]*$/, '') : slug
  if (short === '') return NAMELESS
  return isCommunityUri(short) && !taken.has(short) ? short : `${NAMELESS}-${short}`
}

export const freeUri = (slug: string, known: readonly string[]): string => {
  const given = new Set(known)
  for (let at = 1; ; at++) {
    const uri = at === 1 ? slug : `${slug}-${at}`
    if (!given.has(uri)) return uri
  }
}
