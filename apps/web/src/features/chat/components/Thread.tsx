import { exitChat, type Conversation, type Message } from '@parvis/contract/chat.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { call } from '#web/kernel/http/api.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { doNotSend } from '#web/ui/do-not-send.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { namedBy, type ThreadName } from '../chat.queries.ts'
import { useChat } from '../current-chat.ts'
import { threadRows } from '../thread-rows.ts'
import { useTyping } from '../typing.ts'
import { useMessageActs } from '../use-message-acts.tsx'
import { placeOf } from '../send-message.ts'
import { useWaitingMessages } from '../waiting-messages.ts'
import { ThreadLine } from './ThreadLine.tsx'
import css from './Thread.module.css'

/** Within this distance of its end, in pixels, a conversation counts as scrolled to the end. */
const END_PX = 64
/** Older messages are requested within this distance of the first loaded one, in pixels. */
const OLDER_PX = 900
/** Estimated height of a row before it is measured, in pixels. */
const LINE_PX = 56

export interface ThreadProps {
  name: ThreadName
  conversation: Conversation
  messages: readonly Message[]
  me: SessionUser
  /** The post of a group. */
  host: LiveEvent | null
  /** Name of the other person, for the first line of a conversation of two. */
  start: string | null
  linkedEvent: (event: LiveEvent) => ReactNode
  older: boolean
  loadingOlder: boolean
  olderFailed: boolean
  onOlder: () => void
}

/** The messages of a conversation, scrolled to the first unread one or to the end. */
export const Thread = (props: ThreadProps) => {
  const { name, conversation, messages, me, older, loadingOlder, olderFailed, onOlder } = props
  const { t } = useText()
  const isGroup = 'group' in name
  const target = isGroup ? { eventId: name.group } : { to: conversation.user?._id }
  const waiting = useWaitingMessages(target)
  const [{ readBefore, endBefore }] = useState(() => ({
    readBefore: conversation.readPlace,
    endBefore: conversation.lastPlace,
  }))
  // A viewer who has written since has seen the new messages.
  const isAnswered =
    waiting.length > 0 || messages.some(one => one.place > endBefore && 'from' in one && one.from === me._id)
  const newAfter = isAnswered ? endBefore : readBefore
  const rows = useMemo(
    () => threadRows({ messages, waiting, me: me._id, readBefore: newAfter, endBefore, whole: !older }),
    [messages, waiting, me._id, newAfter, endBefore, older],
  )
  const shift = useIsPrepended(rows.map(row => row.key))
  const list = useRef<VirtualizerHandle>(null)
  const log = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(conversation.readPlace >= conversation.lastPlace)
  const typing = useTyping(conversation._id)
  const { menuOf, dialog } = useMessageActs(me, conversation)
  const askOlder = useEffectEvent(() => {
    if (older && !loadingOlder && !olderFailed && (list.current?.scrollOffset ?? 0) < OLDER_PX) onOlder()
  })
  const toEnd = () => list.current?.scrollToIndex(rows.length, { align: 'end' })

  const scrolled = () => {
    const at = list.current
    if (!at) return
    setAtEnd(at.scrollSize - at.viewportSize - at.scrollOffset < END_PX)
    askOlder()
  }

  // Opens where the viewer stopped reading.
  const open = useEffectEvent(() => {
    const at = rows.findIndex(row => row.startsNew)
    // New messages are read from the first one on: the end is followed only once it has been reached.
    if (at === -1) toEnd()
    else list.current?.scrollToIndex(at, { align: 'start' })
    requestAnimationFrame(() => requestAnimationFrame(scrolled))
  })
  useLayoutEffect(() => {
    open()
  }, [])
  const lastKey = rows.at(-1)?.key
  const isOwn = rows.at(-1)?.kind === 'waiting'
  const isOpen = useRef(false)
  const follow = useEffectEvent(() => {
    if (isOpen.current && (atEnd || isOwn)) toEnd()
    isOpen.current = true
  })
  useLayoutEffect(() => follow(), [lastKey, typing.length])
  useEffect(() => askOlder(), [rows.length])

  useReading(conversation, messages.at(-1)?.place ?? 0, atEnd)
  useLeaving(name, conversation._id)

  const unseen = atEnd
    ? 0
    : messages.filter(one => one.place > conversation.readPlace && 'from' in one && one.from !== me._id).length
  return (
    <div className={css.place}>
      <div
        ref={log}
        className={css.thread}
        role="log"
        aria-label={t('messages.thread.label')}
        tabIndex={0}
        data-place={placeOf(target)}
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
          onScroll={scrolled}
          onResize={() => {
            if (atEnd) toEnd()
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
                start={props.start}
                host={props.host}
                linkedEvent={props.linkedEvent}
                menuOf={menuOf}
                onSendAgain={tmpId => outbox.sendAgain(tmpId)}
                onForget={tmpId => {
                  doNotSend(tmpId)
                  // The focused button disappears with its message.
                  log.current?.focus()
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
            count={unseen}
            onClick={toEnd}
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
  const [held, hold] = useState({ mark, length: keys.length, first: keys[0], last: keys.at(-1), prepended: false })
  if (held.mark === mark) return held.prepended
  const prepended = keys.length > held.length && keys[0] !== held.first && keys.at(-1) === held.last
  hold({ mark, length: keys.length, first: keys[0], last: keys.at(-1), prepended })
  return prepended
}

/** Marks messages as read while they are in view and the page has focus. */
const useReading = ({ _id }: Conversation, lastPlace: number, atEnd: boolean) => {
  const chat = useChat()
  const [looked, setLooked] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setLooked(document.visibilityState === 'visible' && document.hasFocus())
    const events = ['focus', 'blur', 'visibilitychange'] as const
    for (const event of events) addEventListener(event, look)
    document.addEventListener('visibilitychange', look)
    return () => {
      for (const event of events) removeEventListener(event, look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  useEffect(() => {
    if (chat && _id && looked && atEnd && lastPlace > 0) chat.read(_id, lastPlace)
  }, [chat, _id, looked, atEnd, lastPlace])
}

/** Tells the server that the viewer left the conversation, which marks it as read. */
const useLeaving = (name: ThreadName, conversationId: string | null) => {
  const leave = useEffectEvent(() => {
    const { about: _, ...who } = name as ThreadName & { about?: string }
    if (conversationId) call(exitChat, { body: namedBy(who as ThreadName) }).catch(() => {})
  })
  useEffect(() => () => leave(), [])
}
