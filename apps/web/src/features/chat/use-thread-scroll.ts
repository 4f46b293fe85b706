import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ThreadRow } from './thread-rows.ts'

/** A conversation within this distance of its end, in pixels, counts as scrolled to the end. */
const END_PX = 64
/** Older messages are requested when the first loaded one is closer to the viewport than this, in pixels. */
const OLDER_PX = 900

/** Whether rows were added at the start and none at the end; the virtualizer then keeps the scroll position. */
const useIsPrepended = (keys: readonly string[]): boolean => {
  const mark = `${keys.length} ${keys[0]} ${keys.at(-1)}`
  const [previous, setPrevious] = useState({
    mark,
    length: keys.length,
    first: keys[0],
    last: keys.at(-1),
    prepended: false,
  })
  if (previous.mark === mark) return previous.prepended
  const prepended = keys.length > previous.length && keys[0] !== previous.first && keys.at(-1) === previous.last
  setPrevious({ mark, length: keys.length, first: keys[0], last: keys.at(-1), prepended })
  return prepended
}

export interface ThreadScrollOptions {
  rows: readonly ThreadRow[]
  /** Whether the viewer has read all messages. */
  isRead: boolean
  /** Number of people who are typing. */
  typingCount: number
  canRequestOlder: boolean
  onOlder: () => void
}

/**
 * Scrolls a conversation to the first unread message or to the end, follows its end, and requests older messages near
 * its start.
 */
export const useThreadScroll = ({ rows, isRead, typingCount, canRequestOlder, onOlder }: ThreadScrollOptions) => {
  const shift = useIsPrepended(rows.map(row => row.key))
  const list = useRef<VirtualizerHandle>(null)
  const [atEnd, setAtEnd] = useState(isRead)
  const requestOlder = useEffectEvent(() => {
    if (canRequestOlder && (list.current?.scrollOffset ?? 0) < OLDER_PX) onOlder()
  })
  const scrollToEnd = () => list.current?.scrollToIndex(rows.length, { align: 'end' })

  const onScrolled = () => {
    const at = list.current
    if (!at) return
    setAtEnd(at.scrollSize - at.viewportSize - at.scrollOffset < END_PX)
    requestOlder()
  }

  // Scrolls to the first unread message, or to the end.
  const scrollToInitial = useEffectEvent(() => {
    const at = rows.findIndex(row => row.startsNew)
    // With unread messages the list follows new messages only once the viewer has scrolled to the end.
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
    if (hasOpened.current && (atEnd || endsWithPending)) scrollToEnd()
    hasOpened.current = true
  })
  useLayoutEffect(() => followEnd(), [lastKey, typingCount])
  useEffect(() => requestOlder(), [rows.length])
  return { list, shift, atEnd, scrollToEnd, onScrolled }
}
