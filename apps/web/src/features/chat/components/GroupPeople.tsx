import type { Conversation } from '@parvis/contract/chat.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { AvatarStack } from '#web/ui/AvatarStack.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { personTarget } from '#web/ui/person-target.ts'
import css from './GroupPeople.module.css'

const MAX_AVATARS = 4

export interface GroupPeopleProps {
  conversation: Conversation
  communityUri: string
  canOpenProfiles: boolean
}

/** Members of a group: a few avatars and names, or all of them when expanded. */
export const GroupPeople = ({ conversation, communityUri, canOpenProfiles }: GroupPeopleProps) => {
  // The member list rarely renders: memoizing would cost more code than it saves.
  'use no memo'
  const { t } = useText()
  const { members = [], membersCount = 0, event } = conversation
  const shortNameOf = (person: (typeof members)[number]) => person.firstname ?? displayName(person)
  const first = members.slice(0, 2).map(shortNameOf).join(', ')
  return (
    <details className={css.who}>
      <summary>
        <span className={css.faces}>
          <AvatarStack
            people={members
              .slice(0, MAX_AVATARS)
              .map(person => ({ name: displayName(person), photoUri: person.photoUri }))}
            size="xs"
          />
        </span>
        <span className={css.folded}>
          {t('messages.group.folded', { first, count: Math.max(0, membersCount - 2) })}
        </span>
        <span className={css.unfolded}>
          <b>{t('messages.group.who')}</b> {membersCount}
        </span>
        <Icon name="chevron-down" size="s" />
      </summary>
      <ul className={css.people}>
        {members.map(person => (
          <li key={person._id}>
            <Link {...personTarget(communityUri, person, true)} disabled={!canOpenProfiles}>
              <Avatar name={displayName(person)} photoUri={person.photoUri} online={person.online} />
              <span dir="auto">{shortNameOf(person)}</span>
              {person._id === event?.userId && <small>{t('messages.group.host')}</small>}
            </Link>
          </li>
        ))}
        {membersCount > members.length && (
          <li className={css.more}>{t('messages.group.more', { count: membersCount - members.length })}</li>
        )}
      </ul>
    </details>
  )
}
