import { linkOptions } from '@tanstack/react-router'

/** Search parameters of the case lists: with `liste`, decided cases are listed; without it, pending cases. */
export interface CaseListSearch {
  liste?: 'tranches'
}

export const readCaseListSearch = ({ liste }: Record<string, unknown>): CaseListSearch =>
  liste === 'tranches' ? { liste } : {}

/** Link to the case lists of one community, or of all communities when `customUri` is null. */
export const caseListTarget = (customUri: string | null, liste?: CaseListSearch['liste']) =>
  customUri === null
    ? linkOptions({ to: '/gestion/signalements', search: { liste } })
    : linkOptions({ to: '/$c/gestion/signalements', params: { c: customUri }, search: { liste } })

/** Link to a case in the list of one community, or in the list of all communities when `customUri` is null. */
export const caseTarget = (customUri: string | null, id: string) =>
  customUri === null
    ? linkOptions({ to: '/gestion/signalement', search: { id } })
    : linkOptions({ to: '/$c/gestion/signalement', params: { c: customUri }, search: { id } })
