import type { Author } from '@parvis/contract/entity.ts'
import { presentMediaUri } from '#server/kernel/picture.ts'
import type { AuthorRow } from './author.columns.ts'

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
