import { MAX_NAME_SEARCH_LENGTH } from '@parvis/contract/community.ts'
import { isId } from '#web/kernel/http/ids.ts'

/** Search parameters in the URLs of the lists of communities and towns: search text and id of a town. */
export interface FindSearch {
  nom?: string
  ville?: string
  /** Set when the person wanted to join but has no community yet. */
  rejoindre?: true
}

/** Parses the search parameters and drops invalid ones, because anybody can type any URL. */
export const readFindSearch = (raw: Record<string, unknown>): FindSearch => {
  const words = typeof raw.nom === 'string' || typeof raw.nom === 'number' ? String(raw.nom) : ''
  return {
    nom: words.slice(0, MAX_NAME_SEARCH_LENGTH) || undefined,
    ville: isId(raw.ville) ? raw.ville : undefined,
    rejoindre: raw.rejoindre === true || undefined,
  }
}
