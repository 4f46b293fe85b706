import type { Deal } from '@parvis/contract/deals.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { dealNews } from './deals.news.ts'

/** How far from its beginning the page may be and still count as at the top, in pixels. */
const TOP_PX = 24

const subscribe = (listener: () => void) => {
  addEventListener('scroll', listener, { passive: true })
  document.addEventListener('visibilitychange', listener)
  return () => {
    removeEventListener('scroll', listener)
    document.removeEventListener('visibilitychange', listener)
  }
}

const isAtTop = () => scrollY <= TOP_PX && !document.hidden

/** False until the screen had time to scroll to where it was left. */
const useSettled = () => {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setSettled(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return settled
}

export interface ShownDeals {
  deals: Deal[]
  /** How many new ones wait until the reader asks for them. */
  waiting: number
  onShow: () => void
}

/** What of a list is on the screen: who reads further down keeps their place, who is at the top sees what is new at once. */
export const useShownDeals = (deals: Deal[]): ShownDeals => {
  dealNews.use()
  const settled = useSettled()
  const atTop = useSyncExternalStore(subscribe, isAtTop)
  const fresh = deals.filter(({ _id }) => dealNews.has(_id)).map(({ _id }) => _id)
  const reading = settled && atTop
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
