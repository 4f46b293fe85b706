import type { Author } from '@parvis/contract/entity.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import type { Target } from './frame-context.ts'

/**
 * Where somebody's profile is: by the pseudo; by the id of who works here, or is of another community, where the pseudo
 * is not known.
 */
export const personTarget = (
  communityUri: string,
  { _id, pseudo, role }: Pick<Author, '_id' | 'pseudo' | 'role'>,
  elsewhere = false,
): Target => {
  const byId = elsewhere || isStaff(role)
  return {
    to: '/$c/profil/{-$pseudo}',
    params: { c: communityUri, pseudo: byId ? undefined : pseudo },
    // the route reads it as it comes
    search: (byId ? { userId: _id } : {}) as Target['search'],
  }
}
