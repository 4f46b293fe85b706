import type { Author } from '@parvis/contract/entity.ts'
import { presentAuthor } from '../session/author.presenter.ts'
import type { AuthorRow } from '../session/author.columns.ts'

/** By name alone: neither a portrait nor where they live is shown between two who see nothing of each other. */
export const presentFaceless = (author: AuthorRow): Author => ({
  ...presentAuthor(author),
  photoUri: null,
  building: null,
})
