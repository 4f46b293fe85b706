import type { Author } from '@parvis/contract/entity.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import type { Target } from './frame-context.ts'

/** The link to a person's profile: by pseudo, or by id for staff and members of another community (pseudo unknown). */
export const personTarget = (
  communityUri: string,
  { _id, pseudo, role }: Pick<Author, '_id' | 'pseudo' | 'role'>,
  isInOtherCommunity = false,
): Target => {
  const byId = isInOtherCommunity || isStaff(role)
  return {
    to: '/$c/profil/{-$pseudo}',
    params: { c: communityUri, pseudo: byId ? undefined : pseudo },
    // The type is asserted, because the route reads its raw search parameters without a schema.
    search: (byId ? { userId: _id } : {}) as Target['search'],
  }
}
