import type { LiveEvent } from '@parvis/contract/feed.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat } from '#web/kernel/format.ts'
import { useText } from '#web/kernel/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import css from './PostHead.module.css'

type Author = LiveEvent['user']

/** Professionals stand there with their company; neighbours with their first name, told apart by their pseudo. */
export const authorName = ({ company, firstname, pseudo }: Author): string => company || firstname || pseudo

export interface PostHeadProps {
  id: string
  user: Author
  dateAdded: string
  /** Leads to the post's own page; not there. */
  target?: Target
  menu: ReactNode
}

export const PostHead = ({ id, user, dateAdded, target, menu }: PostHeadProps) => {
  const { t } = useText()
  const { ago } = useFormat()
  const name = authorName(user)
  const time = <time dateTime={dateAdded}>{ago(dateAdded)}</time>
  return (
    <header className={css.head}>
      <Avatar name={name} photoUri={user.photoUri} />
      <div className={css.who}>
        <b id={id}>{name}</b>
        {isStaff(user.role) && <Badge kind="team">{t('feed.role.team')}</Badge>}
        {user.role === 'advertiser' && <Badge>{t('feed.role.pro')}</Badge>}
        <small>{target ? <Link className={css.time} {...target}>{time}</Link> : time}{user.role === 'neighbor' && name !== user.pseudo && <> · {user.pseudo}</>}</small>
      </div>
      {menu}
    </header>
  )
}
