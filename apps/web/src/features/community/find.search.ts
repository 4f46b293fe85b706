import { MAX_NAME_SEARCH_LENGTH } from '@parvis/contract/community.ts'
import { isId } from '#web/kernel/http/ids.ts'

/** What the address of the lists says: words that are looked for, a town. */
export interface FindSearch {
  nom?: string
  ville?: string
  /** Whoever wanted to join has no community yet. */
  rejoindre?: true
}

/** Reads what anybody may have typed into the address: what cannot be is left out. */
export const readFindSearch = (raw: Record<string, unknown>): FindSearch => {
  const words = typeof raw.nom === 'string' || typeof raw.nom === 'number' ? String(raw.nom) : ''
  return {
    nom: words.slice(0, MAX_NAME_SEARCH_LENGTH) || undefined,
    ville: isId(raw.ville) ? raw.ville : undefined,
    rejoindre: raw.rejoindre === true || undefined,
  }
}
