import { ApiError, isNotFound } from '#web/kernel/http/api.ts'

/** The fields of the request about the photo. */
export const photoFields = ['files', 'photoUri', 'alt']

/** Fields that show their own errors in the form of a post. */
export const fieldsOfPost = [
  ...photoFields,
  'title',
  'description',
  'postDescription',
  'youtubeVideoId',
  'channelsIds',
  'dateId',
  'timeId',
  'locationId',
  'equipmentId',
]

/** Whether the post itself no longer exists. */
export const isDeleted = (error: unknown): boolean =>
  error instanceof ApiError && error.key === 'error404' && !error.field

/** Whether the template or deal is no longer available to this viewer. */
export const isTemplateGone = (error: unknown): boolean =>
  isDeleted(error) || (isNotFound(error) && ['templateId', 'goodDealId'].includes((error as ApiError).field!))
