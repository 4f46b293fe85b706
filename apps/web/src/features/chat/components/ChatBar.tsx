import type { Conversation } from '@parvis/contract/chat.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { displayName } from '@parvis/contract/entity.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { BackLink } from '#web/ui/BackLink.tsx'
import { personTarget } from '#web/ui/person-target.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useTyping } from '../typing.ts'
import { GroupAvatar } from './GroupAvatar.tsx'
import css from './ChatBar.module.css'

export interface ChatBarProps {
  title: string
  conversation: Conversation | undefined
  /** Whether the conversation could not be loaded. */
  hasLoadFailed: boolean
  /** Whether the data comes from the cache, so that the online state is unknown. */
  isStale: boolean
  isGroup: boolean
  communityUri: string
  backRoute: '/$c/mes-conversations' | '/$c/conversations-de-groupe'
  menu: ReactNode
  canOpenProfiles: boolean
}

/** Header of a conversation: the other person or the group, and who is online or typing. */
export const ChatBar = ({
  title,
  conversation,
  hasLoadFailed,
  isStale,
  isGroup,
  communityUri,
  backRoute,
  menu,
  canOpenProfiles,
}: ChatBarProps) => {
  return (
    <header className={css.bar}>
      <span className={css.back}>
        <BackLink target={{ to: backRoute, params: { c: communityUri } }} />
      </span>
      {hasLoadFailed ? (
        <div className={css.who} />
      ) : conversation ? (
        <div className={css.who}>
          {isGroup ? (
            <GroupAvatar template={conversation.event?.template ?? null} />
          ) : (
            <Avatar
              name={title}
              photoUri={conversation.user?.photoUri}
              online={!isStale && conversation.user?.online}
            />
          )}
          <span>
            <h1 dir="auto">
              {conversation.user ? (
                <Link
                  className={css.profile}
                  {...personTarget(communityUri, conversation.user, true)}
                  disabled={!canOpenProfiles || conversation.user.deleted}
                >
                  {title}
                </Link>
              ) : (
                title
              )}
            </h1>
            <PresenceLine conversation={conversation} isGroup={isGroup} stale={isStale} />
          </span>
        </div>
      ) : (
        <div className={css.who} aria-hidden="true">
          <Skeleton shape="disc" />
          <span>
            <Skeleton width={40} />
          </span>
        </div>
      )}
      {menu}
    </header>
  )
}

const PresenceLine = ({
  conversation,
  isGroup,
  stale,
}: {
  conversation: Conversation
  isGroup: boolean
  stale: boolean
}) => {
  const { t } = useText()
  const typing = useTyping(conversation._id)
  const members = conversation.members ?? []
  const firstNameOf = (id: string) => {
    const member = members.find(({ _id }) => _id === id)
    return member ? (member.firstname ?? displayName(member)) : null
  }
  if (typing.length > 0) {
    const name = isGroup && typing.length === 1 ? firstNameOf(typing[0]!) : null
    return (
      <small role="status" data-typing>
        {name
          ? t('messages.typing.one', { name })
          : typing.length > 1
            ? t('messages.typing.more', { count: typing.length })
            : t('messages.typing')}
      </small>
    )
  }
  if (conversation.user?.deleted) return null
  if (!isGroup && stale) return null
  if (!isGroup) return <small>{t(conversation.user?.online ? 'messages.online' : 'messages.away')}</small>
  const here = stale ? 0 : members.filter(({ online }) => online).length
  const count = conversation.membersCount ?? 0
  return <small>{here > 0 ? t('messages.group.here', { count, here }) : t('messages.group.people', { count })}</small>
}
