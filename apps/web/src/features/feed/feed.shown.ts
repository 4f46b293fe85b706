import { useEffect, useState } from 'react'
import { useAtTop } from '#web/kernel/screen/at-top.ts'
import { forgetNews, useNews } from './feed.news.ts'

/**
 * The newest post that was shown, by list: coming back finds the list as it was left, so that its place can be found
 * again.
 */
const tops = new Map<string, string>()

export interface Shown {
  /** Of the posts, newest first. */
  ids: string[]
  /** How many newer ones wait until the reader asks for them. */
  waiting: number
  /** How many came in by themselves the last time. */
  arrived: number
  /** Changes with every arrival. */
  top: string | undefined
  onShow: () => void
}

/**
 * What of a list is on the screen: who reads further down keeps their place, who is at the top sees what is new at
 * once.
 */
export const useShown = (list: readonly unknown[], ids: string[]): Shown => {
  const name = JSON.stringify(list)
  const reading = useAtTop()
  const [state, setState] = useState({ name, top: tops.get(name), arrived: 0 })
  const known = state.name === name ? state : { name, top: tops.get(name), arrived: 0 }
  const newest = ids[0]
  const above = known.top === undefined ? 0 : ids.findIndex(id => id <= known.top!)
  const waiting = above < 0 ? ids.length : above
  const isFirst = known.top === undefined
  if (newest !== undefined && (isFirst || (reading && waiting > 0)))
    setState({ name, top: newest, arrived: isFirst ? 0 : waiting })
  const shown = waiting > 0 && !reading ? ids.slice(waiting) : ids

  const news = useNews()
  useEffect(() => {
    if (known.top) tops.set(name, known.top)
  }, [name, known.top])
  useEffect(() => {
    if (reading && news > 0) forgetNews(...ids)
  }, [reading, news, ids])

  return {
    ids: shown,
    waiting: reading ? 0 : waiting,
    arrived: known.arrived,
    top: known.top,
    onShow: () => {
      if (newest !== undefined) setState({ name, top: newest, arrived: 0 })
      scrollTo({ top: 0 })
    },
  }
}
