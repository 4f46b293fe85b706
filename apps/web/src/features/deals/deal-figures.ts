import { countDealRoute, countDealSeen } from '@parvis/contract/write-deals.ts'
import { useEffect } from 'react'
import { call } from '#web/kernel/http/api.ts'

/* Figures for who offers a deal: they hold nobody up, and what fails is not told. */

/** The reader has the deal before them: counted once a visit. */
export const useCountSeen = (id: string | undefined): void => {
  useEffect(() => {
    if (id) call(countDealSeen, { params: { id } }).catch(() => {})
  }, [id])
}

export const countRoute = (id: string): void => {
  call(countDealRoute, { params: { id } }).catch(() => {})
}
