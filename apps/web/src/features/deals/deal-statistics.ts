import { countDealRoute, countDealSeen } from '@parvis/contract/write-deals.ts'
import { useEffect } from 'react'
import { call } from '#web/kernel/http/api.ts'

/* Statistics for the author of a deal are sent in the background; failures are ignored. */

/** Counts one view per visit of the page. */
export const useCountView = (id: string | undefined): void => {
  useEffect(() => {
    if (id) call(countDealSeen, { params: { id } }).catch(() => {})
  }, [id])
}

export const countRoute = (id: string): void => {
  call(countDealRoute, { params: { id } }).catch(() => {})
}
