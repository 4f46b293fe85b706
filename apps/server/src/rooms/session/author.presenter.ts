import type { Author } from '@parvis/contract/entity.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { presentMediaUri } from '../media/media.presenter.ts'

export interface AuthorRow {
  id: string
  pseudo: string
  firstname: string | null
  role: Role
  photo_id: string | null
  gender: 'M' | 'F' | null
  company: string | null
}

/** A user joined under `alias`, as one column of another room's query: no more of a person than what may travel. */
export const authorColumn = (alias: string): RawBuilder<AuthorRow> => {
  const at = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<AuthorRow>`json_build_object('id', ${at('id')}, 'pseudo', ${at('pseudo')}, 'firstname', ${at('firstname')}, 'role', ${at('role')},
    'photo_id', ${at('photo_id')}, 'gender', ${at('gender')}, 'company', ${at('company')})`
}

export const presentAuthor = (row: AuthorRow): Author => ({
  _id: row.id,
  pseudo: row.pseudo,
  firstname: row.firstname,
  role: row.role,
  photoUri: presentMediaUri(row.photo_id),
  gender: row.gender,
  ...(row.company && { company: row.company }),
})
