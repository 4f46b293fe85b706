import { linkOptions } from '@tanstack/react-router'

/** Search parameters of the case lists: `liste` selects decided cases, else pending ones are listed. */
export interface ListSearch {
  liste?: 'tranches'
}

export const readListSearch = ({ liste }: Record<string, unknown>): ListSearch =>
  liste === 'tranches' ? { liste } : {}

/** Link to the case lists of one community, or of all communities for null. */
export const listTarget = (customUri: string | null, liste?: ListSearch['liste']) =>
  customUri === null
    ? linkOptions({ to: '/gestion/signalements', search: { liste } })
    : linkOptions({ to: '/$c/gestion/signalements', params: { c: customUri }, search: { liste } })

/** Link to a case, in the list of one community or, for null, of all communities. */
export const caseTarget = (customUri: string | null, id: string) =>
  customUri === null
    ? linkOptions({ to: '/gestion/signalement', search: { id } })
    : linkOptions({ to: '/$c/gestion/signalement', params: { c: customUri }, search: { id } })
