import { useEffect, useState } from 'react'
import { useAtTop } from '#web/kernel/screen/at-top.ts'
import { forgetNews, useNews } from './feed.news.ts'

/**
 * The newest post that was shown, by list, so that a list that the viewer returns to is as they left it and its scroll
 * position can be restored.
 */
const tops = new Map<string, string>()

export interface Shown {
  /** Of the posts, newest first. */
  ids: string[]
  /** How many newer posts are held back until the viewer asks for them. */
  waiting: number
  /** How many were inserted by themselves the last time. */
  arrived: number
  /** Changes with every insertion. */
  top: string | undefined
  onShow: () => void
}

/**
 * The part of a list that is shown. New posts are inserted at once for a viewer at the top, and held back for one
 * further down, so that the scroll position does not move.
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
