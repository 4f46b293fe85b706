import { linkOptions } from '@tanstack/react-router'

/** What the address of the lists may say: those decided, or without it those that wait. */
export interface ListSearch {
  liste?: 'tranches'
}

export const readListSearch = ({ liste }: Record<string, unknown>): ListSearch =>
  liste === 'tranches' ? { liste } : {}

/** The lists of one community, or where none is named of all. */
export const listTarget = (customUri: string | null, liste?: ListSearch['liste']) =>
  customUri === null
    ? linkOptions({ to: '/gestion/signalements', search: { liste } })
    : linkOptions({ to: '/$c/gestion/signalements', params: { c: customUri }, search: { liste } })

/** One case, within the same. */
export const caseTarget = (customUri: string | null, id: string) =>
  customUri === null
    ? linkOptions({ to: '/gestion/signalement', search: { id } })
    : linkOptions({ to: '/$c/gestion/signalement', params: { c: customUri }, search: { id } })
