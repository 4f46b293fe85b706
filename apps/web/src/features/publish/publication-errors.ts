import { ApiError } from '#web/kernel/http/api.ts'

/** Where an error of a publication is shown: at one of its questions, or above the form. */
export type PublicationField = 'when' | 'where' | 'choice' | 'channel' | 'form'

const questionByField: Record<string, PublicationField> = {
  dateId: 'when',
  timeId: 'when',
  locationId: 'where',
  equipmentId: 'where',
  choiceId: 'choice',
  channelsIds: 'channel',
}

export const questionOf = (error: unknown): PublicationField =>
  (error instanceof ApiError && error.field && questionByField[error.field]) || 'form'

/** The template or the deal is no longer available, at least to this viewer. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.key === 'error404' &&
  (!error.field || error.field === 'templateId' || error.field === 'goodDealId')

/** No answer came, so it is unknown whether the request arrived. */
export const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0
