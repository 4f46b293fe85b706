import type { Deal } from '@parvis/contract/deals.ts'
import { useEffect } from 'react'
import { useAtTop } from '#web/kernel/screen/at-top.ts'
import { newDeals } from './new-deals.ts'

/** New deals appear at once at the top; further down they wait for a tap, so that the list does not move. */
export const useVisibleDeals = (deals: Deal[]) => {
  newDeals.useNewItemCount()
  const newIds = deals.filter(({ _id }) => newDeals.has(_id)).map(({ _id }) => _id)
  const isAtTop = useAtTop()
  useEffect(() => {
    if (isAtTop && newIds.length > 0) newDeals.remove(...newIds)
  })
  const heldBackIds = isAtTop ? [] : newIds
  return {
    deals: heldBackIds.length > 0 ? deals.filter(({ _id }) => !heldBackIds.includes(_id)) : deals,
    /** Number of new deals that are not shown until the viewer asks for them. */
    newCount: heldBackIds.length,
    onShow: () => {
      newDeals.remove(...heldBackIds)
      scrollTo({ top: 0 })
    },
  }
}
