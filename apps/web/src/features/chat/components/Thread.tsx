import { exitChat, type Conversation, type Message } from '@parvis/contract/chat.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { call } from '#web/kernel/http/api.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { cancelSend } from '#web/ui/cancel-send.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { threadParamsOf, type ThreadKey } from '../chat.queries.ts'
import { useChat } from '../current-chat.ts'
import { threadRows } from '../thread-rows.ts'
import { useTyping } from '../typing.ts'
import { useMessageActions } from '../use-message-actions.tsx'
import { queueOf } from '../send-message.ts'
import { usePendingMessages } from '../pending-messages.ts'
import { ThreadLine } from './ThreadLine.tsx'
import css from './Thread.module.css'

/** A conversation within this distance of its end, in pixels, counts as scrolled to the end. */
const END_PX = 64
/** Older messages are requested when the first loaded one is closer to the viewport than this, in pixels. */
const OLDER_PX = 900
/** Estimated height of a row before it is measured, in pixels. */
const LINE_PX = 56

export interface ThreadProps {
  name: ThreadKey
  conversation: Conversation
  messages: readonly Message[]
  me: SessionUser
  /** The post of a group conversation; null in a conversation of two. */
  groupPost: FeedPost | null
  /** Name of the other person for the first row of a conversation of two; null in a group. */
  partnerName: string | null
  renderLinkedPost: (event: FeedPost) => ReactNode
  hasOlder: boolean
  loadingOlder: boolean
  olderFailed: boolean
  onOlder: () => void
}

/** The messages of a conversation, scrolled to the first unread one or to the end. */
export const Thread = (props: ThreadProps) => {
  const { name, conversation, messages, me, hasOlder, loadingOlder, olderFailed, onOlder } = props
  const { t } = useText()
  const isGroup = 'group' in name
  const target = isGroup ? { eventId: name.group } : { to: conversation.user?._id }
  const pending = usePendingMessages(target)
  const [{ readBefore, endBefore }] = useState(() => ({
    readBefore: conversation.readPlace,
    endBefore: conversation.lastPlace,
  }))
  // The viewer has seen all messages that precede one they have written.
  const isAnswered =
    pending.length > 0 || messages.some(one => one.place > endBefore && 'from' in one && one.from === me._id)
  const newAfter = isAnswered ? endBefore : readBefore
  const rows = useMemo(
    () => threadRows({ messages, pending, me: me._id, readBefore: newAfter, endBefore, isComplete: !hasOlder }),
    [messages, pending, me._id, newAfter, endBefore, hasOlder],
  )
  const shift = useIsPrepended(rows.map(row => row.key))
  const list = useRef<VirtualizerHandle>(null)
  const logElement = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(conversation.readPlace >= conversation.lastPlace)
  const typing = useTyping(conversation._id)
  const { menuOf, dialog } = useMessageActions(me, conversation)
  const requestOlder = useEffectEvent(() => {
    if (hasOlder && !loadingOlder && !olderFailed && (list.current?.scrollOffset ?? 0) < OLDER_PX) onOlder()
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
  useLayoutEffect(() => followEnd(), [lastKey, typing.length])
  useEffect(() => requestOlder(), [rows.length])

  useMarkRead(conversation, messages.at(-1)?.place ?? 0, atEnd)
  useExitOnUnmount(name, conversation._id)

  const unseenCount = atEnd
    ? 0
    : messages.filter(one => one.place > conversation.readPlace && 'from' in one && one.from !== me._id).length
  return (
    <div className={css.place}>
      <div
        ref={logElement}
        className={css.thread}
        role="log"
        aria-label={t('messages.thread.label')}
        tabIndex={0}
        data-place={queueOf(target)}
      >
        {(loadingOlder || olderFailed) && (
          <div className={css.older}>
            {olderFailed ? (
              <>
                <p>{t('messages.thread.older.failed')}</p>
                <Button size="s" icon="rotate-cw" onClick={onOlder}>
                  {t('common.retry')}
                </Button>
              </>
            ) : (
              <p>{t('messages.thread.older')}</p>
            )}
          </div>
        )}
        <div className={css.filler} />
        <Virtualizer
          ref={list}
          shift={shift}
          itemSize={LINE_PX}
          onScroll={onScrolled}
          onResize={() => {
            if (atEnd) scrollToEnd()
          }}
        >
          {[
            ...rows.map(row => (
              <ThreadLine
                key={row.key}
                row={row}
                isGroup={isGroup}
                me={me._id}
                conversation={conversation}
                partnerName={props.partnerName}
                groupPost={props.groupPost}
                renderLinkedPost={props.renderLinkedPost}
                menuOf={menuOf}
                onSendAgain={tmpId => outbox.retry(tmpId)}
                onDiscard={tmpId => {
                  cancelSend(tmpId)
                  // The focused button is unmounted with its message, so the focus moves to the list.
                  logElement.current?.focus()
                }}
              />
            )),
            <div key="end" className={css.end}>
              {typing.length > 0 && (
                <span className={css.typing} aria-hidden="true">
                  <i />
                  <i />
                  <i />
                </span>
              )}
            </div>,
          ]}
        </Virtualizer>
      </div>
      {!atEnd && (
        <span className={css.down}>
          <IconButton
            icon="chevron-down"
            kind="soft"
            label={t('messages.thread.down')}
            count={unseenCount}
            onClick={scrollToEnd}
          />
        </span>
      )}
      {dialog}
    </div>
  )
}

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

/** Marks messages as read while they are in view and the page has focus. */
const useMarkRead = ({ _id }: Conversation, lastPlace: number, atEnd: boolean) => {
  const chat = useChat()
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const updateVisible = () => setVisible(document.visibilityState === 'visible' && document.hasFocus())
    const events = ['focus', 'blur', 'visibilitychange'] as const
    for (const event of events) addEventListener(event, updateVisible)
    document.addEventListener('visibilitychange', updateVisible)
    return () => {
      for (const event of events) removeEventListener(event, updateVisible)
      document.removeEventListener('visibilitychange', updateVisible)
    }
  }, [])
  useEffect(() => {
    if (chat && _id && isVisible && atEnd && lastPlace > 0) chat.read(_id, lastPlace)
  }, [chat, _id, isVisible, atEnd, lastPlace])
}

/** Sends the exit from the conversation to the server, which marks the conversation as read. */
const useExitOnUnmount = (name: ThreadKey, conversationId: string | null) => {
  const exit = useEffectEvent(() => {
    const { about: _, ...who } = name as ThreadKey & { about?: string }
    if (conversationId) call(exitChat, { body: threadParamsOf(who as ThreadKey) }).catch(() => {})
  })
  useEffect(() => () => exit(), [])
}
