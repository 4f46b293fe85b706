import type { ChatGroup, ChatUser, VisibleMessage } from '@parvis/contract/chat.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buildingText } from '#web/kernel/text/building-text.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { type Translate, useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Count } from '#web/ui/Count.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { personTarget } from '#web/ui/person-target.ts'
import typography from '#web/ui/typography.module.css'
import { chatName } from '../chat-name.ts'
import type { ListEntry } from '../lists.cache.ts'
import { usePendingMessages, type PendingMessage } from '../pending-messages.ts'
import { GroupAvatar } from './GroupAvatar.tsx'
import { Ticks } from './Ticks.tsx'
import css from './ConversationRow.module.css'

const attachmentTexts = {
  location: 'messages.list.place',
  youtubeVideoId: 'messages.list.video',
  image: 'messages.list.photo',
  eventId: 'messages.list.event',
} as const

type Attachment = keyof typeof attachmentTexts

/** The text of a message, or the name of its attachment. */
const summaryOf = (message: { [field in Attachment]?: unknown } & { text?: string | null }, t: Translate): string => {
  const attachment = (Object.keys(attachmentTexts) as Attachment[]).find(field => message[field])
  return message.text || (attachment ? t(attachmentTexts[attachment]) : '')
}

const LastMessage = ({ message, me, inGroup }: { message: VisibleMessage; me: string; inGroup: boolean }) => {
  const { t } = useText()
  const text = message.deleted
    ? t(message.hiddenByTeam ? 'messages.list.hidden' : 'messages.list.deleted')
    : summaryOf(message, t)
  const isMine = message.from === me
  const { user } = message.meta
  return (
    <>
      {isMine &&
        !message.deleted &&
        (message.hiddenByTeam ? (
          <>
            <Icon name="eye-off" size="s" />
            <span className={typography.hidden}>{t('messages.list.hidden')}</span>
          </>
        ) : (
          <Ticks state={message.read ? 'read' : message.received ? 'received' : 'sent'} group={inGroup} />
        ))}
      <span className={css.clip} dir="auto">
        {isMine
          ? t('messages.list.you', { text })
          : inGroup
            ? t('messages.list.by', { name: user.firstname ?? chatName(user), text })
            : text}
      </span>
    </>
  )
}

/** Preview of the latest outbox message of the conversation. */
const LastPending = ({ lastPending: { payload, photo, refused } }: { lastPending: PendingMessage }) => {
  const { t } = useText()
  const text = summaryOf({ ...payload, image: photo ?? payload.image }, t)
  return (
    <>
      <Ticks state={refused ? 'refused' : 'pending'} />
      <span className={css.clip} dir="auto">
        {t('messages.list.you', { text })}
      </span>
    </>
  )
}

interface RowProps {
  entry: ListEntry
  /** Outbox messages of this conversation, oldest first. */
  pending: readonly PendingMessage[]
  me: string
  avatar: ReactNode
  name: string
  /** Text shown instead of the last message while there is none. */
  fallback: ReactNode
  badge?: ReactNode
  inGroup?: boolean
}

/** Content of a row: name, time, last message and unread count. */
const Row = ({ entry, pending, me, avatar, name, fallback, badge, inGroup = false }: RowProps) => {
  const { t } = useText()
  const { recentTime: lately, ago } = useFormat()
  const { lastMessage, notRead } = entry
  const lastPending = pending.at(-1)
  const date = lastPending?.date ?? lastMessage?.date
  return (
    <>
      {avatar}
      <span className={css.grow}>
        <span className={css.line}>
          <b className={css.clip} dir="auto">
            {name}
          </b>
          {badge}
          {date && (
            <time dateTime={date} title={ago(date)}>
              {lately(date)}
            </time>
          )}
        </span>
        <span className={css.last}>
          {lastPending ? (
            <LastPending lastPending={lastPending} />
          ) : lastMessage ? (
            <LastMessage message={lastMessage} me={me} inGroup={inGroup} />
          ) : (
            <span className={css.clip}>{fallback}</span>
          )}
          {notRead > 0 && (
            <>
              <Count>{notRead}</Count>
              <span className={typography.hidden}>{t('messages.list.unread', { count: notRead })}</span>
            </>
          )}
        </span>
      </span>
    </>
  )
}

export interface PersonRowProps {
  person: ChatUser
  me: string
  communityUri: string
  isCurrent: boolean
  canOpenProfiles: boolean
}

/** Row of a conversation with one person. */
export const PersonRow = ({ person, me, communityUri, isCurrent, canOpenProfiles }: PersonRowProps) => {
  const { t } = useText()
  const name = chatName(person)
  const pending = usePendingMessages({ to: person._id })
  const role =
    person.role === 'neighbor' ? null : t(`session.role.${person.role}`, { gender: person.gender ?? 'other' })
  return (
    <div className={css.person}>
      <Link
        className={css.row}
        to="/$c/mes-conversations/$pseudo"
        params={{ c: communityUri, pseudo: person.elsewhere || person.deleted ? person._id : person.pseudo }}
        data-unread={person.notRead > 0 || undefined}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Row
          entry={person}
          pending={pending}
          me={me}
          avatar={<Avatar name={name} photoUri={person.photoUri} online={person.online} />}
          name={name}
          badge={role && <Badge>{role}</Badge>}
          fallback={[person.online ? t('messages.online') : null, person.building && buildingText(t, person.building)]
            .filter(Boolean)
            .join(' · ')}
        />
      </Link>
      {/* On touch screens a shortcut opens the profile; with a pointer, the header of the conversation opens it. */}
      {canOpenProfiles && !person.deleted && (
        <Link
          className={css.face}
          {...personTarget(communityUri, person, person.elsewhere)}
          tabIndex={-1}
          aria-hidden="true"
        />
      )}
    </div>
  )
}

export interface GroupRowProps {
  group: ChatGroup
  title: string
  me: string
  communityUri: string
  past: boolean
  isCurrent: boolean
}

/** Row of the group conversation of a post. */
export const GroupRow = ({ group, title, me, communityUri, past, isCurrent }: GroupRowProps) => {
  const { t } = useText()
  const { template } = group.event
  const pending = usePendingMessages({ eventId: group.event._id })
  return (
    <Link
      className={css.row}
      to="/$c/conversations-de-groupe/$eventId"
      params={{ c: communityUri, eventId: group.event._id }}
      data-unread={group.notRead > 0 || undefined}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Row
        inGroup
        entry={group}
        pending={pending}
        me={me}
        avatar={<GroupAvatar template={template} />}
        name={title}
        fallback={
          past ? t('messages.list.past', { count: group.members }) : t('messages.list.silent', { count: group.members })
        }
      />
    </Link>
  )
}
