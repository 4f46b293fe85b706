import { exitChat, type Conversation, type Message } from '@parvis/contract/chat.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Virtualizer } from 'virtua'
import { call } from '#web/kernel/http/api.ts'
import { useObservable } from '#web/kernel/observable.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { cancelSend } from '#web/ui/cancel-send.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { threadParamsOf, type ThreadKey } from '../chat.queries.ts'
import { runningChat } from '../running-chat.ts'
import { threadRows, type ThreadRowsInput } from '../thread-rows.ts'
import { useTyping } from '../typing.ts'
import { useMessageActions } from '../use-message-actions.tsx'
import { useThreadScroll } from '../use-thread-scroll.ts'
import { queueOf } from '../send-message.ts'
import { usePendingMessages } from '../pending-messages.ts'
import { ThreadLine } from './ThreadLine.tsx'
import css from './Thread.module.css'

/** Estimated height of a row before it is measured, in pixels. */
const LINE_PX = 56

export interface ThreadProps {
  threadKey: ThreadKey
  conversation: Conversation
  messages: readonly Message[]
  me: SessionUser
  /** The post of a group conversation; null in a conversation of two. */
  groupPost: FeedPost | null
  /** Name of the other person for the first row of a conversation of two; null in a group. */
  partnerName: string | null
  renderLinkedPost: (event: FeedPost) => ReactNode
  hasOlder: boolean
  isLoadingOlder: boolean
  hasOlderFailed: boolean
  onRequestOlder: () => void
}

/** The messages of a conversation, scrolled to the first unread one or to the end. */
export const Thread = (props: ThreadProps) => {
  const { threadKey, conversation, messages, me, hasOlder, isLoadingOlder, hasOlderFailed, onRequestOlder } = props
  const { t } = useText()
  const isGroup = 'group' in threadKey
  const target = isGroup ? { eventId: threadKey.group } : { to: conversation.user?._id }
  const pending = usePendingMessages(target)
  const rows = useThreadRows(conversation, { messages, pending, me: me._id, isComplete: !hasOlder })
  const logElement = useRef<HTMLDivElement>(null)
  const typing = useTyping(conversation._id)
  const { menuOf, dialog } = useMessageActions(me, conversation)
  const { list, shift, isAtEnd, scrollToEnd, onScrolled } = useThreadScroll({
    rows,
    isRead: conversation.readPlace >= conversation.lastPlace,
    typingCount: typing.length,
    canRequestOlder: hasOlder && !isLoadingOlder && !hasOlderFailed,
    onRequestOlder,
  })
  useMarkRead(conversation, messages.at(-1)?.place ?? 0, isAtEnd)
  useExitOnUnmount(threadKey, conversation._id)

  const unseenCount = isAtEnd
    ? 0
    : messages.filter(message => message.place > conversation.readPlace && 'from' in message && message.from !== me._id)
        .length
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
        {(isLoadingOlder || hasOlderFailed) && <OlderMessages failed={hasOlderFailed} onRetry={onRequestOlder} />}
        <div className={css.filler} />
        <Virtualizer
          ref={list}
          shift={shift}
          itemSize={LINE_PX}
          onScroll={onScrolled}
          onResize={() => {
            if (isAtEnd) scrollToEnd()
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
              {typing.length > 0 && <TypingDots />}
            </div>,
          ]}
        </Virtualizer>
      </div>
      {!isAtEnd && (
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

const OlderMessages = ({ failed, onRetry }: { failed: boolean; onRetry: () => void }) => {
  const { t } = useText()
  return (
    <div className={css.older}>
      {failed ? (
        <>
          <p>{t('messages.thread.older.failed')}</p>
          <Button size="s" icon="rotate-cw" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        </>
      ) : (
        <p>{t('messages.thread.older')}</p>
      )}
    </div>
  )
}

const TypingDots = () => (
  <span className={css.typing} aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
)

/** Returns the rows of a conversation; the messages that were unread when it was opened stay marked as new. */
const useThreadRows = (
  { readPlace, lastPlace }: Conversation,
  { messages, pending, me, isComplete }: Pick<ThreadRowsInput, 'messages' | 'pending' | 'me' | 'isComplete'>,
) => {
  const [readPlaceAtOpening] = useState(readPlace)
  const [lastPlaceAtOpening] = useState(lastPlace)
  // A viewer who has written a message has seen all messages before it.
  const isAnswered =
    pending.length > 0 ||
    messages.some(message => message.place > lastPlaceAtOpening && 'from' in message && message.from === me)
  const newAfter = isAnswered ? lastPlaceAtOpening : readPlaceAtOpening
  return useMemo(
    () => threadRows({ messages, pending, me, readPlaceAtOpening: newAfter, lastPlaceAtOpening, isComplete }),
    [messages, pending, me, newAfter, lastPlaceAtOpening, isComplete],
  )
}

/** Marks all messages as read while the end of the conversation is in view and the page has focus. */
const useMarkRead = ({ _id }: Conversation, lastPlace: number, isAtEnd: boolean) => {
  const chat = useObservable(runningChat)
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const updateVisible = () => setVisible(document.visibilityState === 'visible' && document.hasFocus())
    const listening = new AbortController()
    for (const event of ['focus', 'blur', 'visibilitychange'])
      addEventListener(event, updateVisible, { signal: listening.signal })
    return () => listening.abort()
  }, [])
  useEffect(() => {
    if (chat && _id && isVisible && isAtEnd && lastPlace > 0) chat.markRead(_id, lastPlace)
  }, [chat, _id, isVisible, isAtEnd, lastPlace])
}

/** When the conversation is closed, sends `exitChat`: the server marks the conversation as read. */
const useExitOnUnmount = (threadKey: ThreadKey, conversationId: string | null) => {
  const exit = useEffectEvent(() => {
    const withoutPost = 'who' in threadKey ? { who: threadKey.who } : threadKey
    if (conversationId) call(exitChat, { body: threadParamsOf(withoutPost) }).catch(() => {})
  })
  useEffect(() => () => exit(), [])
}
