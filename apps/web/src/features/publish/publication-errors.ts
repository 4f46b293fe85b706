import { ApiError } from '#web/kernel/http/api.ts'

/** Where what keeps a publication from going out is told: at one of its questions, or over the form. */
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

/** The template, or the good deal, is offered no more: not to this reader at least. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.key === 'error404' &&
  (!error.field || error.field === 'templateId' || error.field === 'goodDealId')

/** Nobody knows whether it has arrived. */
export const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0
