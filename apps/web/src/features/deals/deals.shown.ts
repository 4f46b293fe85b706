import type { Deal } from '@parvis/contract/deals.ts'
import { useEffect } from 'react'
import { useAtTop } from '#web/kernel/screen/at-top.ts'
import { dealNews } from './deals.news.ts'

export interface ShownDeals {
  deals: Deal[]
  /** Number of new deals held back until the viewer asks for them. */
  waiting: number
  onShow: () => void
}

/**
 * Visible deals of a list: new ones appear at once for a viewer at the top, and are held back further down so that the
 * list does not move.
 */
export const useShownDeals = (deals: Deal[]): ShownDeals => {
  dealNews.use()
  const fresh = deals.filter(({ _id }) => dealNews.has(_id)).map(({ _id }) => _id)
  const reading = useAtTop()
  useEffect(() => {
    if (reading && fresh.length > 0) dealNews.forget(...fresh)
  })
  const held = reading ? [] : fresh
  return {
    deals: held.length > 0 ? deals.filter(({ _id }) => !held.includes(_id)) : deals,
    waiting: held.length,
    onShow: () => {
      dealNews.forget(...held)
      scrollTo({ top: 0 })
    },
  }
}
