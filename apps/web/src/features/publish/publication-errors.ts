import { ApiError } from '#web/kernel/http/api.ts'

/** Where an error of a publication is shown: beside a field, or above the form. */
export type PublicationField = 'when' | 'where' | 'choice' | 'channel' | 'form'

const fieldByErrorField: Record<string, PublicationField> = {
  dateId: 'when',
  timeId: 'when',
  locationId: 'where',
  equipmentId: 'where',
  choiceId: 'choice',
  channelsIds: 'channel',
}

export const publicationFieldOf = (error: unknown): PublicationField =>
  (error instanceof ApiError && error.field && fieldByErrorField[error.field]) || 'form'

/** Whether the template or deal is no longer available to this viewer. */
export const isTemplateGone = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.key === 'error404' &&
  (!error.field || error.field === 'templateId' || error.field === 'goodDealId')
