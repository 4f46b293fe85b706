import type { Author } from '@parvis/contract/entity.ts'
import { presentAuthor, type AuthorRow } from '#server/kernel/author.ts'

/** Presents the name only: users who are hidden from each other see neither the photo nor the building. */
export const presentNameOnly = (author: AuthorRow): Author => ({
  ...presentAuthor(author),
  photoUri: null,
  building: null,
})
