import type { LiveEvent } from '@parvis/contract/feed.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import { useFormat } from '#web/kernel/format.ts'
import { useText } from '#web/kernel/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import css from './PostHead.module.css'

type Author = LiveEvent['user']

/** Professionals stand there with their company; neighbours with their first name, told apart by their pseudo. */
export const authorName = ({ company, firstname, pseudo }: Author): string => company || firstname || pseudo

export const PostHead = ({ id, user, dateAdded }: { id: string; user: Author; dateAdded: string }) => {
  const { t } = useText()
  const { ago } = useFormat()
  const name = authorName(user)
  return (
    <header className={css.head}>
      <Avatar name={name} photoUri={user.photoUri} />
      <div className={css.who}>
        <b id={id}>{name}</b>
        {isStaff(user.role) && <Badge kind="team">{t('feed.role.team')}</Badge>}
        {user.role === 'advertiser' && <Badge>{t('feed.role.pro')}</Badge>}
        <small><time dateTime={dateAdded}>{ago(dateAdded)}</time>{user.role === 'neighbor' && name !== user.pseudo && <> · {user.pseudo}</>}</small>
      </div>
    </header>
  )
}
