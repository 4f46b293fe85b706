import type { Conversation, VisibleMessage } from '@parvis/contract/chat.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { type ReactNode, memo, useEffect, useEffectEvent, useState } from 'react'
import { serverTime } from '#web/kernel/device/clock.ts'
import { canRetry } from '#web/kernel/outbox/retryable-error.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { type Translate, useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { chatName } from '../chat-name.ts'
import { receiptStateOf } from '../thread.cache.ts'
import type { ThreadRow } from '../thread-rows.ts'
import type { PendingMessage } from '../pending-messages.ts'
import { Bubble } from './Bubble.tsx'
import { PendingBubble } from './PendingBubble.tsx'
import css from './ThreadLine.module.css'

/** After this time, in milliseconds, a pending message can be cancelled. */
const SLOW_SEND_MS = 4_000

export interface ThreadLineProps {
  row: ThreadRow
  isGroup: boolean
  me: string
  conversation: Conversation
  partnerName: string | null
  groupPost: FeedPost | null
  renderLinkedPost: (event: FeedPost) => ReactNode
  menuOf: (message: VisibleMessage) => ReactNode
  onSendAgain: (tmpId: string) => void
  onDiscard: (tmpId: string) => void
}

/** A row of a conversation; the first row of a day has the date above it. */
export const ThreadLine = memo((props: ThreadLineProps) => {
  const { row } = props
  const { t } = useText()
  const { pastDay } = useFormat()
  return (
    <div className={css.line} data-joined={('joined' in row && row.joined) || undefined}>
      {row.day && <p className={css.day}>{pastDay(row.day)}</p>}
      {row.unreadCount && <p className={css.new}>{t('messages.thread.new', { count: row.unreadCount })}</p>}
      <Content {...props} />
    </div>
  )
})
ThreadLine.displayName = 'ThreadLine'

/** Why a message was refused, with chat texts where generic ones do not fit. */
const refusalText = (
  { key, params }: NonNullable<PendingMessage['refused']>,
  t: Translate,
  explain: (error: unknown) => string,
) =>
  key === 'forbidden' || key === 'error404' || key === 'minorfirstcontact' || key === 'unexpectederror'
    ? t(`messages.refused.${key}`)
    : explain(new ApiError(key, 400, { params }))

const Content = ({
  row,
  isGroup,
  me,
  conversation,
  partnerName,
  groupPost,
  renderLinkedPost,
  menuOf,
  onSendAgain,
  onDiscard,
}: ThreadLineProps) => {
  const { t, explain } = useText()
  if (row.kind === 'start') return <ThreadStart partnerName={partnerName} groupPost={groupPost} me={me} />
  if (row.kind === 'system') return <SystemMessage row={row} me={me} />
  if (row.kind === 'waiting') {
    const { pending } = row
    const { tmpId } = pending.payload
    return (
      <div className={css.mine}>
        <PendingBubble pending={pending} joined={row.joined} />
        {pending.refused ? (
          <div className={css.refused} role="alert">
            <p>{t('messages.refused', { why: refusalText(pending.refused, t, explain) })}</p>
            {canRetry(pending.refused) && (
              <Button kind="quiet" size="s" onClick={() => onSendAgain(tmpId)}>
                {t('messages.refused.again')}
              </Button>
            )}
            <Button kind="quiet" size="s" onClick={() => onDiscard(tmpId)}>
              {t('messages.refused.forget')}
            </Button>
          </div>
        ) : (
          <CancelSend since={pending.date} what={pending.payload.text ?? null} onDiscard={() => onDiscard(tmpId)} />
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
      isMine={isMine}
      joined={joined}
      name={isGroup && !isMine && !joined ? chatName(user) : null}
      state={isMine ? receiptStateOf(message, conversation) : null}
      isGroup={isGroup}
      menu={menuOf(message)}
    />
  )
  return (
    <>
      {message.event && !message.deleted && (
        <div className={css.event} data-mine={isMine || undefined}>
          {renderLinkedPost(message.event)}
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

/** Button to cancel a message that takes longer than usual to send; `what` is the text of the message, if any. */
const CancelSend = ({ since, what, onDiscard }: { since: string; what: string | null; onDiscard: () => void }) => {
  const { t } = useText()
  const remainingMs = () => SLOW_SEND_MS - (serverTime() - Date.parse(since))
  const [isLong, setLong] = useState(() => remainingMs() <= 0)
  const startTimer = useEffectEvent(() => setTimeout(() => setLong(true), Math.min(SLOW_SEND_MS, remainingMs())))
  useEffect(() => {
    const timer = startTimer()
    return () => clearTimeout(timer)
  }, [])
  return (
    isLong && (
      <div className={css.waiting}>
        <Button
          kind="quiet"
          size="s"
          aria-label={what ? t('messages.waiting.forget.of', { what }) : undefined}
          onClick={onDiscard}
        >
          {t('messages.waiting.forget')}
        </Button>
      </div>
    )
  )
}

const ThreadStart = ({
  partnerName,
  groupPost,
  me,
}: {
  partnerName: string | null
  groupPost: FeedPost | null
  me: string
}) => {
  const { t } = useText()
  if (partnerName !== null) return <p className={css.start}>{t('messages.thread.start', { name: partnerName })}</p>
  if (!groupPost) return null
  return (
    <p className={css.system}>
      <Icon name="users" size="s" />
      <span>
        {groupPost.userId === me
          ? t('messages.system.opened.you')
          : t('messages.system.opened', { name: chatName(groupPost.user) })}
      </span>
    </p>
  )
}

const systemIcons = {
  joined: 'user-plus',
  left: 'user-minus',
  changed: 'calendar-clock',
  calledoff: 'calendar-x',
} as const

const SystemMessage = ({ row, me }: { row: ThreadRow & { kind: 'system' }; me: string }) => {
  const { t } = useText()
  const { type, people } = row
  const [first, second, ...others] = people.map(chatName)
  const isMe = people[0]?._id === me
  const lineText = () => {
    if (type === 'changed' || type === 'calledoff') return t(`messages.system.${type}`, { name: first! })
    if (type === 'left') return isMe ? t('messages.system.left.you') : t('messages.system.left', { name: first! })
    if (isMe) return t('messages.system.joined.you')
    if (second === undefined) return t('messages.system.joined.one', { name: first! })
    if (others.length === 0) return t('messages.system.joined.two', { first: first!, second })
    return t('messages.system.joined.many', { first: first!, second, count: others.length })
  }
  return (
    <p className={css.system}>
      <Icon name={systemIcons[type]} size="s" />
      <span>{lineText()}</span>
    </p>
  )
}
