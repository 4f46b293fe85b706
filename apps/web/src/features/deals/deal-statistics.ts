import { recordDealRoute, recordDealView } from '@parvis/contract/write-deals.ts'
import { useEffect } from 'react'
import { call } from '#web/kernel/http/api.ts'

/* Statistics for the author of a deal are sent in the background; failures are ignored. */

/** Counts one view per visit of the page. */
export const useCountDealView = (id: string | undefined): void => {
  useEffect(() => {
    if (id) call(recordDealView, { params: { id } }).catch(() => {})
  }, [id])
}

export const countRoute = (id: string): void => {
  call(recordDealRoute, { params: { id } }).catch(() => {})
}
