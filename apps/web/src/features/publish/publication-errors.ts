import { ApiError } from '#web/kernel/http/api.ts'

/** Where an error of a publication is shown: at one of its questions, or above the form. */
export type PublicationPlace = 'when' | 'where' | 'choice' | 'channel' | 'form'

const places: Record<string, PublicationPlace> = {
  dateId: 'when',
  timeId: 'when',
  locationId: 'where',
  equipmentId: 'where',
  choiceId: 'choice',
  channelsIds: 'channel',
}

export const placeOf = (error: unknown): PublicationPlace =>
  (error instanceof ApiError && error.field && places[error.field]) || 'form'

/** The template or the deal is no longer available, at least to this viewer. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.key === 'error404' &&
  (!error.field || error.field === 'templateId' || error.field === 'goodDealId')

/** No answer came, so it is unknown whether the request arrived. */
export const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0
