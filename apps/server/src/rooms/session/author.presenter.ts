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

export const presentAuthor = (row: AuthorRow): Author =>
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

/** Of a minor whom an adult does not know: first name and pseudo. */
export const presentNameAlone = (row: AuthorRow): Author => ({
  ...presentAuthor(row),
  initial: null,
  building: null,
  photoUri: null,
  gender: null,
})
