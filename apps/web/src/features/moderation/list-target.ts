import { linkOptions } from '@tanstack/react-router'

/** Search params of the lists: decided cases, or pending ones without it. */
export interface ListSearch {
  liste?: 'tranches'
}

export const readListSearch = ({ liste }: Record<string, unknown>): ListSearch =>
  liste === 'tranches' ? { liste } : {}

/** Link to the lists of one community, or with null of all communities. */
export const listTarget = (customUri: string | null, liste?: ListSearch['liste']) =>
  customUri === null
    ? linkOptions({ to: '/gestion/signalements', search: { liste } })
    : linkOptions({ to: '/$c/gestion/signalements', params: { c: customUri }, search: { liste } })

/** Link to one case, in one community or in the list of all. */
export const caseTarget = (customUri: string | null, id: string) =>
  customUri === null
    ? linkOptions({ to: '/gestion/signalement', search: { id } })
    : linkOptions({ to: '/$c/gestion/signalement', params: { c: customUri }, search: { id } })
