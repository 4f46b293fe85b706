import type { ErrorKey, ValidationError } from '@parvis/contract/errors.ts'
import { ApiError } from '#web/kernel/http/api.ts'

export type PostField =
  | 'title'
  | 'description'
  | 'postDescription'
  | 'youtubeVideoId'
  | 'photo'
  | 'channel'
  | 'when'
  | 'where'

/** An error of the post form, and where it is shown: beside a field, or above the form. */
export interface PostError {
  place: PostField | 'form'
  error: unknown
  /** The violated validation rule; the error is shown until the rule is met. */
  rule?: ErrorKey
}

const fieldAliases: Record<string, PostField> = {
  title: 'title',
  description: 'description',
  postDescription: 'postDescription',
  youtubeVideoId: 'youtubeVideoId',
  files: 'photo',
  photoUri: 'photo',
  alt: 'photo',
  channelsIds: 'channel',
  dateId: 'when',
  timeId: 'when',
  locationId: 'where',
  equipmentId: 'where',
}

/** Whether the post itself no longer exists. */
export const isDeleted = (error: unknown): boolean =>
  error instanceof ApiError && error.key === 'error404' && !error.field

export const postErrorOf = (error: unknown): PostError => ({
  place: (error instanceof ApiError && error.field && fieldAliases[error.field]) || 'form',
  error,
})

export const postErrorOfRule = ({ key, field }: ValidationError): PostError => ({
  ...postErrorOf(new ApiError(key, 400, { field })),
  rule: key,
})
