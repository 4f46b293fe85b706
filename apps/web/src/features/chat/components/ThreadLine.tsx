import type { Conversation, SeenMessage } from '@parvis/contract/chat.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { type ReactNode, memo, useEffect, useEffectEvent, useState } from 'react'
import { serverTime } from '#web/kernel/device/clock.ts'
import { mayHelpToTryAgain } from '#web/kernel/outbox/may-help.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { chatName } from '../chat-name.ts'
import { tickOf } from '../thread.cache.ts'
import type { ThreadRow } from '../thread-rows.ts'
import type { WaitingMessage } from '../waiting-messages.ts'
import { Bubble } from './Bubble.tsx'
import { WaitingBubble } from './WaitingBubble.tsx'
import css from './ThreadLine.module.css'

/** After this time, in milliseconds, a pending message can be cancelled. */
const LONG_MS = 4_000

export interface ThreadLineProps {
  row: ThreadRow
  isGroup: boolean
  me: string
  conversation: Conversation
  start: string | null
  host: LiveEvent | null
  linkedEvent: (event: LiveEvent) => ReactNode
  menuOf: (message: SeenMessage) => ReactNode
  onSendAgain: (tmpId: string) => void
  onForget: (tmpId: string) => void
}

/** A row of a conversation, with the date above the first one of a day. */
export const ThreadLine = memo((props: ThreadLineProps) => {
  const { row } = props
  const { t } = useText()
  const { pastDay } = useFormat()
  return (
    <div className={css.line} data-joined={('joined' in row && row.joined) || undefined}>
      {row.day && <p className={css.day}>{pastDay(row.day)}</p>}
      {row.startsNew && <p className={css.new}>{t('messages.thread.new', { count: row.startsNew })}</p>}
      <Content {...props} />
    </div>
  )
})
ThreadLine.displayName = 'ThreadLine'

/** Why a message was refused, worded for a conversation where the generic error text would not fit. */
const useRefusal = () => {
  const { t, explain } = useText()
  return ({ key, params }: NonNullable<WaitingMessage['refused']>) =>
    key === 'forbidden' || key === 'error404' || key === 'minorfirstcontact' || key === 'unexpectederror'
      ? t(`messages.refused.${key}`)
      : explain(new ApiError(key, 400, { params }))
}

const Content = ({
  row,
  isGroup,
  me,
  conversation,
  start,
  host,
  linkedEvent,
  menuOf,
  onSendAgain,
  onForget,
}: ThreadLineProps) => {
  const { t } = useText()
  const refusal = useRefusal()
  if (row.kind === 'start') return <Start start={start} host={host} me={me} />
  if (row.kind === 'system') return <SystemLine row={row} me={me} />
  if (row.kind === 'waiting') {
    const { waiting } = row
    const { tmpId } = waiting.payload
    return (
      <div className={css.mine}>
        <WaitingBubble waiting={waiting} joined={row.joined} />
        {waiting.refused ? (
          <div className={css.refused} role="alert">
            <p>{t('messages.refused', { why: refusal(waiting.refused) })}</p>
            {mayHelpToTryAgain(waiting.refused) && (
              <Button kind="quiet" size="s" onClick={() => onSendAgain(tmpId)}>
                {t('messages.refused.again')}
              </Button>
            )}
            <Button kind="quiet" size="s" onClick={() => onForget(tmpId)}>
              {t('messages.refused.forget')}
            </Button>
          </div>
        ) : (
          <TakeBack since={waiting.date} what={waiting.payload.text ?? null} onForget={() => onForget(tmpId)} />
        )}
      </div>
    )
  }
  const { message, joined, last } = row
  const isMine = message.from === me
  const { user } = message.meta
  const bubble = (
    <Bubble
      message={message}
      mine={isMine}
      joined={joined}
      name={isGroup && !isMine && !joined ? chatName(user) : null}
      state={isMine ? tickOf(message, conversation) : null}
      isGroup={isGroup}
      menu={menuOf(message)}
    />
  )
  return (
    <>
      {message.event && !message.deleted && (
        <div className={css.event} data-mine={isMine || undefined}>
          {linkedEvent(message.event)}
        </div>
      )}
      {message.event === null && message.eventId && !message.deleted && !isGroup && (
        <p className={css.gone}>{t('messages.linked.gone')}</p>
      )}
      {isMine ? (
        <div className={css.mine}>{bubble}</div>
      ) : isGroup ? (
        <div className={css.said}>
          <span className={css.face}>{last && <Avatar name={chatName(user)} photoUri={user.photoUri} size="s" />}</span>
          {bubble}
        </div>
      ) : (
        <div className={css.theirs}>{bubble}</div>
      )}
    </>
  )
}

/** Offers to cancel a message that takes longer than usual to send; `what` is its text, if any. */
const TakeBack = ({ since, what, onForget }: { since: string; what: string | null; onForget: () => void }) => {
  const { t } = useText()
  const leftMs = () => LONG_MS - (serverTime() - Date.parse(since))
  const [isLong, setLong] = useState(() => leftMs() <= 0)
  const wait = useEffectEvent(() => setTimeout(() => setLong(true), Math.min(LONG_MS, leftMs())))
  useEffect(() => {
    const timer = wait()
    return () => clearTimeout(timer)
  }, [])
  return (
    isLong && (
      <div className={css.waiting}>
        <Button
          kind="quiet"
          size="s"
          aria-label={what ? t('messages.waiting.forget.of', { what }) : undefined}
          onClick={onForget}
        >
          {t('messages.waiting.forget')}
        </Button>
      </div>
    )
  )
}

const Start = ({ start, host, me }: { start: string | null; host: LiveEvent | null; me: string }) => {
  'use no memo'
  const { t } = useText()
  if (start !== null) return <p className={css.start}>{t('messages.thread.start', { name: start })}</p>
  if (!host) return null
  return (
    <p className={css.system}>
      <Icon name="users" size="s" />
      <span>
        {host.userId === me
          ? t('messages.system.opened.you')
          : t('messages.system.opened', { name: chatName(host.user) })}
      </span>
    </p>
  )
}

const lineIcons = {
  joined: 'user-plus',
  left: 'user-minus',
  changed: 'calendar-clock',
  calledoff: 'calendar-x',
} as const

const SystemLine = ({ row, me }: { row: ThreadRow & { kind: 'system' }; me: string }) => {
  // The row is memoized as a whole.
  'use no memo'
  const { t } = useText()
  const { type, people } = row
  const [first, second, ...others] = people.map(chatName)
  const isMe = people[0]?._id === me
  const words = () => {
    if (type === 'changed' || type === 'calledoff') return t(`messages.system.${type}`, { name: first! })
    if (type === 'left') return isMe ? t('messages.system.left.you') : t('messages.system.left', { name: first! })
    if (isMe) return t('messages.system.joined.you')
    if (second === undefined) return t('messages.system.joined.one', { name: first! })
    if (others.length === 0) return t('messages.system.joined.two', { first: first!, second })
    return t('messages.system.joined.many', { first: first!, second, count: others.length })
  }
  return (
    <p className={css.system}>
      <Icon name={lineIcons[type]} size="s" />
      <span>{words()}</span>
    </p>
  )
}
