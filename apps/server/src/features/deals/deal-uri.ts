import { isCommunityUri } from '@parvis/contract/paths.ts'
import { slugOf } from '#server/kernel/slug.ts'

/** Stands where a title has no letter that addresses know. */
const NAMELESS = 'bon-plan'
const MAX_LENGTH = 60
/** What stands behind `/vie-locale/` in the app is no deal. */
const taken = new Set(['edition'])

/** What a deal's address is made of its title: never empty, and no word of the app's. */
export const dealSlug = (title: string | null | undefined): string => {
  const slug = slugOf(title ?? '')
  const short = slug.length > MAX_LENGTH ? slug.slice(0, MAX_LENGTH).replace(/-[^-]*$/, '') : slug
  if (short === '') return NAMELESS
  return isCommunityUri(short) && !taken.has(short) ? short : `${NAMELESS}-${short}`
}

/** The first of `slug`, `slug-2`, `slug-3`… that a town has not given away. */
export const freeUri = (slug: string, known: readonly string[]): string => {
  const given = new Set(known)
  for (let at = 1; ; at++) {
    const uri = at === 1 ? slug : `${slug}-${at}`
    if (!given.has(uri)) return uri
  }
}
