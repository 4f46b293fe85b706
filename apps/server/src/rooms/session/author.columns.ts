import type { Role } from '@parvis/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { hasLeftColumn } from './entry.columns.ts'

export interface AuthorRow {
  id: string
  pseudo: string
  firstname: string | null
  initial: string | null
  building: string | null
  role: Role
  photo_id: string | null
  gender: 'M' | 'F' | null
  company: string | null
  /** They have left: what they are called is told to nobody. Not there in rows of those alone who are. */
  gone?: boolean
}

/** The first letter of the last name, as others see it; null without one. */
export const initialColumn = (alias: string): RawBuilder<string | null> =>
  sql<string | null>`initial_of(${sql.ref(`${alias}.lastname`)})`

/** A user joined under `alias`, as one column of another room's query: no more of a person than what may travel. */
export const authorColumn = (alias: string): RawBuilder<AuthorRow> => {
  const at = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<AuthorRow>`json_build_object('id', ${at('id')}, 'pseudo', ${at('pseudo')}, 'firstname', ${at('firstname')}, 'initial', ${initialColumn(alias)},
    'building', ${at('building')}, 'role', ${at('role')}, 'photo_id', ${at('photo_id')}, 'gender', ${at('gender')}, 'company', ${at('company')}, 'gone', ${hasLeftColumn(alias)})`
}

/** The same of who is signed in, as it came with their session. */
export const authorOf = ({
  userId,
  role,
  gender,
  profile,
}: Pick<Actor, 'userId' | 'role' | 'gender' | 'profile'>): AuthorRow => ({
  id: userId,
  pseudo: profile.pseudo,
  firstname: profile.firstname,
  initial: profile.initial,
  building: profile.building,
  role,
  photo_id: profile.photoId,
  gender,
  company: profile.company,
})
