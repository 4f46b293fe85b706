import type { Role } from '@parvis/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { hasLeftColumn } from './membership.columns.ts'
import { type AgeRule, isMinorColumn } from '#server/kernel/minors.ts'

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
  /** They have left, so that their name is not presented. Absent in rows that contain current members only. */
  gone?: boolean
  /** Known to be a minor, in a row for viewers outside the team. */
  minor?: boolean
}

export const initialColumn = (alias: string): RawBuilder<string | null> =>
  sql<string | null>`initial_of(${sql.ref(`${alias}.lastname`)})`

const authorFields = (alias: string) => {
  const at = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`'id', ${at('id')}, 'pseudo', ${at('pseudo')}, 'firstname', ${at('firstname')}, 'initial', ${initialColumn(alias)},
    'building', ${at('building')}, 'role', ${at('role')}, 'photo_id', ${at('photo_id')}, 'gender', ${at('gender')}, 'company', ${at('company')}, 'gone', ${hasLeftColumn(alias)}`
}

/** A user joined under `alias` as one JSON column for the queries of other features, with public fields only. */
export const authorColumn = (alias: string, { now, consentAge }: AgeRule): RawBuilder<AuthorRow> =>
  sql<AuthorRow>`json_build_object(${authorFields(alias)}, 'minor', ${isMinorColumn(alias, now, consentAge)})`

/** The same without the `minor` flag: for moderators, and where the right to see minors is checked row by row. */
export const fullAuthorColumn = (alias: string): RawBuilder<AuthorRow> =>
  sql<AuthorRow>`json_build_object(${authorFields(alias)})`

/** The same from the actor of a session, without a query. */
export const authorOf = ({
  userId,
  role,
  gender,
  profile,
  isMinor = false,
}: Pick<Actor, 'userId' | 'role' | 'gender' | 'profile'> & Partial<Pick<Actor, 'isMinor'>>): AuthorRow => ({
  id: userId,
  pseudo: profile.pseudo,
  firstname: profile.firstname,
  initial: profile.initial,
  building: profile.building,
  role,
  photo_id: profile.photoId,
  gender,
  company: profile.company,
  minor: isMinor,
})
