import type { LiveEvent } from '@parvis/contract/feed.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { forgetNews, useNews } from './feed.news.ts'

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

/** The newest post that was shown, by list: coming back finds the list as it was left, so that its place can be found again. */
const tops = new Map<string, string>()

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

export interface Shown {
  posts: LiveEvent[]
  /** How many newer ones wait until the reader asks for them. */
  waiting: number
  /** How many came in by themselves the last time. */
  arrived: number
  /** Changes with every arrival. */
  top: string | undefined
  onShow: () => void
}

/** What of a list is on the screen: who reads further down keeps their place, who is at the top sees what is new at once. */
export const useShown = (list: readonly unknown[], posts: LiveEvent[]): Shown => {
  const name = JSON.stringify(list)
  const settled = useSettled()
  const reading = useSyncExternalStore(subscribe, isAtTop) && settled
  const [state, setState] = useState({ name, top: tops.get(name), arrived: 0 })
  const known = state.name === name ? state : { name, top: tops.get(name), arrived: 0 }
  const newest = posts[0]?._id
  const above = known.top === undefined ? 0 : posts.findIndex(post => post._id <= known.top!)
  const waiting = above < 0 ? posts.length : above
  const isFirst = known.top === undefined
  if (newest !== undefined && (isFirst || (reading && waiting > 0)))
    setState({ name, top: newest, arrived: isFirst ? 0 : waiting })
  const shown = waiting > 0 && !reading ? posts.slice(waiting) : posts

  const news = useNews()
  useEffect(() => {
    if (known.top) tops.set(name, known.top)
  }, [name, known.top])
  useEffect(() => {
    if (reading && news > 0) forgetNews(...posts.map(post => post._id))
  }, [reading, news, posts])

  return {
    posts: shown,
    waiting: reading ? 0 : waiting,
    arrived: known.arrived,
    top: known.top,
    onShow: () => {
      if (newest !== undefined) setState({ name, top: newest, arrived: 0 })
      scrollTo({ top: 0 })
    },
  }
}
