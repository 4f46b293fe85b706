import { useEffect, useState } from 'react'
import { useAtTop } from '#web/kernel/screen/at-top.ts'
import { removeNewPosts, useNewPostsCount } from './feed.new-posts.ts'

/** The newest shown post by list: a revisited list is unchanged, so that its scroll position can be restored. */
const topByList = new Map<string, string>()

export interface StableList {
  /** Ids of the posts, newest first. */
  ids: string[]
  /** Number of newer posts that are not shown until the viewer asks for them. */
  newCount: number
  /** Number of posts that the last insertion added without a tap. */
  insertedCount: number
  /** Id of the newest shown post, which changes with every insertion. */
  newestShownId: string | undefined
  onShow: () => void
}

/** New posts appear at once at the top; further down they wait for a tap, so that the list does not move. */
export const useStableList = (name: string, ids: string[]): StableList => {
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
    newestShownId: current.top,
    onShow: () => {
      if (newest !== undefined) setState({ name, top: newest, insertedCount: 0 })
      scrollTo({ top: 0 })
    },
  }
}
