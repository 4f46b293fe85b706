import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ThreadRow } from './thread-rows.ts'

/** A conversation counts as scrolled to the end within this distance of the end, in pixels. */
const END_PX = 64
/** Older messages are requested when the viewport is within this distance of the first loaded message, in pixels. */
const OLDER_PX = 900

/** Whether rows were added at the start and none at the end; the virtualizer then keeps the scroll position. */
const useIsPrepended = (keys: readonly string[]): boolean => {
  const now = { length: keys.length, first: keys[0], last: keys.at(-1) }
  const [previous, setPrevious] = useState({ ...now, prepended: false })
  const isSameEnd = now.last === previous.last
  if (now.length === previous.length && now.first === previous.first && isSameEnd) return previous.prepended
  const prepended = now.length > previous.length && now.first !== previous.first && isSameEnd
  setPrevious({ ...now, prepended })
  return prepended
}

export interface ThreadScrollOptions {
  rows: readonly ThreadRow[]
  /** Whether the viewer has read all messages. */
  isRead: boolean
  typingCount: number
  canRequestOlder: boolean
  onRequestOlder: () => void
}

/** Opens at the first unread message or the end, follows the end, and requests older messages near the start. */
export const useThreadScroll = ({
  rows,
  isRead,
  typingCount,
  canRequestOlder,
  onRequestOlder,
}: ThreadScrollOptions) => {
  const shift = useIsPrepended(rows.map(row => row.key))
  const list = useRef<VirtualizerHandle>(null)
  const [isAtEnd, setAtEnd] = useState(isRead)
  const requestOlder = useEffectEvent(() => {
    if (canRequestOlder && (list.current?.scrollOffset ?? 0) < OLDER_PX) onRequestOlder()
  })
  const scrollToEnd = () => list.current?.scrollToIndex(rows.length, { align: 'end' })

  const onScrolled = () => {
    const at = list.current
    if (!at) return
    setAtEnd(at.scrollSize - at.viewportSize - at.scrollOffset < END_PX)
    requestOlder()
  }

  const scrollToInitial = useEffectEvent(() => {
    const at = rows.findIndex(row => row.unreadCount)
    // With unread messages, the list opens at the first; it follows new ones once the viewer has scrolled to the end.
    if (at === -1) scrollToEnd()
    else list.current?.scrollToIndex(at, { align: 'start' })
    requestAnimationFrame(() => requestAnimationFrame(onScrolled))
  })
  useLayoutEffect(() => {
    scrollToInitial()
  }, [])
  const lastKey = rows.at(-1)?.key
  const endsWithPending = rows.at(-1)?.kind === 'waiting'
  const hasOpened = useRef(false)
  const followEnd = useEffectEvent(() => {
    if (hasOpened.current && (isAtEnd || endsWithPending)) scrollToEnd()
    hasOpened.current = true
  })
  useLayoutEffect(() => followEnd(), [lastKey, typingCount])
  useEffect(() => requestOlder(), [rows.length])
  return { list, shift, isAtEnd, scrollToEnd, onScrolled }
}
