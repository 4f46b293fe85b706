// The author of content as its readers see them: columns of queries, and their presentation.
import type { Author } from '@parvis/contract/entity.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from './actor.ts'
import { hasLeftColumn } from './membership.ts'
import { type AgeRule, isMinorColumn } from './minors.ts'
import { presentMediaUri } from './picture.ts'

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
  /** Whether the author has left, so that no name is presented. Absent in queries that return current members only. */
  gone?: boolean
  /** Whether the author is known to be a minor; set in rows for viewers outside the team. */
  minor?: boolean
}

export const initialColumn = (alias: string): RawBuilder<string | null> =>
  sql<string | null>`initial_of(${sql.ref(`${alias}.lastname`)})`

const authorFields = (alias: string) => {
  const at = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`'id', ${at('id')}, 'pseudo', ${at('pseudo')}, 'firstname', ${at('firstname')}, 'initial', ${initialColumn(alias)},
    'building', ${at('building')}, 'role', ${at('role')}, 'photo_id', ${at('photo_id')}, 'gender', ${at('gender')}, 'company', ${at('company')}, 'gone', ${hasLeftColumn(alias)}`
}

/** The public fields of a user joined under `alias` as one JSON column, for queries of other features. */
export const authorColumn = (alias: string, { now, consentAge }: AgeRule): RawBuilder<AuthorRow> =>
  sql<AuthorRow>`json_build_object(${authorFields(alias)}, 'minor', ${isMinorColumn(alias, now, consentAge)})`

/** Like `authorColumn`, without `minor`: for moderators, and for queries that check row by row who may see minors. */
export const fullAuthorColumn = (alias: string): RawBuilder<AuthorRow> =>
  sql<AuthorRow>`json_build_object(${authorFields(alias)})`

/** The row of `authorColumn` for the actor of a session, built without a query. */
export const authorRowOf = ({
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

const presentDepartedAuthor = ({ id }: AuthorRow): Author => ({
  _id: id,
  pseudo: '',
  firstname: null,
  initial: null,
  building: null,
  role: 'neighbor',
  photoUri: null,
  gender: null,
  deleted: true,
})

/** The author with all public fields, for viewers who may see minors: see `canSeeMinors`. */
export const presentFullAuthor = (row: AuthorRow): Author =>
  row.gone
    ? presentDepartedAuthor(row)
    : {
        _id: row.id,
        pseudo: row.pseudo,
        firstname: row.firstname,
        initial: row.initial,
        // Omitted for advertisers, whose building is where the owner of the company lives.
        building: row.role === 'advertiser' ? null : row.building,
        role: row.role,
        photoUri: presentMediaUri(row.photo_id),
        gender: row.gender,
        ...(row.company && { company: row.company }),
      }

/** A minor as adults see them: first name and pseudo only. */
export const presentMinorAuthor = (row: AuthorRow): Author => ({
  ...presentFullAuthor(row),
  initial: null,
  building: null,
  photoUri: null,
  gender: null,
})

export const presentAuthor = (row: AuthorRow): Author => (row.minor ? presentMinorAuthor(row) : presentFullAuthor(row))
