import type { Author } from '@parvis/contract/entity.ts'
import { presentMediaUri } from '../media/media.presenter.ts'
import type { AuthorRow } from './author.columns.ts'

/** Of who has left nothing is told but that they have. */
const presentGone = ({ id }: AuthorRow): Author => ({
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

/** For who may see a minor as anybody else: see `seesMinors`. */
export const presentWhole = (row: AuthorRow): Author =>
  row.gone
    ? presentGone(row)
    : {
        _id: row.id,
        pseudo: row.pseudo,
        firstname: row.firstname,
        initial: row.initial,
        // where its owner lives is not where a company is
        building: row.role === 'advertiser' ? null : row.building,
        role: row.role,
        photoUri: presentMediaUri(row.photo_id),
        gender: row.gender,
        ...(row.company && { company: row.company }),
      }

/** Of a minor as adults see them: first name and pseudo. */
export const presentNameAlone = (row: AuthorRow): Author => ({
  ...presentWhole(row),
  initial: null,
  building: null,
  photoUri: null,
  gender: null,
})

/** Somebody as all may see them who are told of them, whoever it is that reads. */
export const presentAuthor = (row: AuthorRow): Author => (row.minor ? presentNameAlone(row) : presentWhole(row))
