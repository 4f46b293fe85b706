import { useEffect, useState } from 'react'
import { useAtTop } from '#web/kernel/screen/at-top.ts'
import { removeNewPosts, useNewPostsCount } from './feed.new-posts.ts'

/**
 * The newest post that was shown, by list, so that a list that the viewer returns to is as they left it and its scroll
 * position can be restored.
 */
const topByList = new Map<string, string>()

export interface StableList {
  /** Of the posts, newest first. */
  ids: string[]
  /** How many newer posts are held back until the viewer asks for them. */
  newCount: number
  /** How many were inserted by themselves the last time. */
  insertedCount: number
  /** Changes with every insertion. */
  top: string | undefined
  onShow: () => void
}

/**
 * The part of a list that is shown. New posts are inserted at once for a viewer at the top, and held back for one
 * further down, so that the scroll position does not move.
 */
export const useStableList = (list: readonly unknown[], ids: string[]): StableList => {
  const name = JSON.stringify(list)
  const isAtTop = useAtTop()
  const [state, setState] = useState({ name, top: topByList.get(name), insertedCount: 0 })
  const current = state.name === name ? state : { name, top: topByList.get(name), insertedCount: 0 }
  const newest = ids[0]
  const newAbove = current.top === undefined ? 0 : ids.findIndex(id => id <= current.top!)
  const newCount = newAbove < 0 ? ids.length : newAbove
  const isFirst = current.top === undefined
  if (newest !== undefined && (isFirst || (isAtTop && newCount > 0)))
    setState({ name, top: newest, insertedCount: isFirst ? 0 : newCount })
  const shown = newCount > 0 && !isAtTop ? ids.slice(newCount) : ids

  const newPosts = useNewPostsCount()
  useEffect(() => {
    if (current.top) topByList.set(name, current.top)
  }, [name, current.top])
  useEffect(() => {
    if (isAtTop && newPosts > 0) removeNewPosts(...ids)
  }, [isAtTop, newPosts, ids])

  return {
    ids: shown,
    newCount: isAtTop ? 0 : newCount,
    insertedCount: current.insertedCount,
    top: current.top,
    onShow: () => {
      if (newest !== undefined) setState({ name, top: newest, insertedCount: 0 })
      scrollTo({ top: 0 })
    },
  }
}
