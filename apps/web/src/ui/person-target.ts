import type { Author } from '@parvis/contract/entity.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import type { Target } from './frame-context.ts'

/** By pseudo, or by id for staff and for members of another community, whose pseudo is not known here. */
export const personTarget = (
  communityUri: string,
  { _id, pseudo, role }: Pick<Author, '_id' | 'pseudo' | 'role'>,
  elsewhere = false,
): Target => {
  const byId = elsewhere || isStaff(role)
  return {
    to: '/$c/profil/{-$pseudo}',
    params: { c: communityUri, pseudo: byId ? undefined : pseudo },
    // The route reads the raw search, without a schema.
    search: (byId ? { userId: _id } : {}) as Target['search'],
  }
}
