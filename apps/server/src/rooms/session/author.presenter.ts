import type { Author } from '@parvis/contract/entity.ts'
import { presentMediaUri } from '../media/media.presenter.ts'
import type { AuthorRow } from './author.columns.ts'

export const presentAuthor = (row: AuthorRow): Author => ({
  _id: row.id,
  pseudo: row.pseudo,
  firstname: row.firstname,
  initial: row.initial,
  building: row.building,
  role: row.role,
  photoUri: presentMediaUri(row.photo_id),
  gender: row.gender,
  ...(row.company && { company: row.company }),
})
