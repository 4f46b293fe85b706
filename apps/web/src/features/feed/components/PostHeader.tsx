import { displayName } from '@parvis/contract/entity.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { Language } from '@parvis/contract/language.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import { buildingText } from '#web/kernel/text/building-text.ts'
import css from './PostHeader.module.css'

export interface PostHeaderProps {
  id: string
  user: FeedPost['user']
  /** Link to the profile of the author; undefined where the viewer cannot open it. */
  profile?: Target
  /** The community, which a welcome post shows as its author. */
  communityAsAuthor?: { name: string; logoUri: string | null }
  dateAdded: string
  editedAt: string | null
  /** The only language of the post, if it is not the viewer’s. */
  onlyLanguage: Language | null
  /** Link to the page of the post; undefined on that page. */
  target?: Target
  /** Whether the link of the time covers the whole card, as on a post without a title. */
  coversCard: boolean
  menu: ReactNode
}

/** Header of a card: the author, then for example "2 h · Building B · edited 16:05 · in French". */
export const PostHeader = ({
  id,
  user,
  profile,
  communityAsAuthor,
  dateAdded,
  editedAt,
  onlyLanguage,
  target,
  coversCard,
  menu,
}: PostHeaderProps) => {
  const { t } = useText()
  const { ago, dateUnlessToday: otherDay, time: timeOf } = useFormat()
  const name = communityAsAuthor?.name ?? displayName(user)
  const editedDay = editedAt && otherDay(editedAt)
  const time = <time dateTime={dateAdded}>{ago(dateAdded)}</time>
  return (
    <header className={css.head}>
      {communityAsAuthor ? (
        <Avatar name={name} photoUri={communityAsAuthor.logoUri} subject="place" />
      ) : (
        <Avatar name={name} photoUri={user.photoUri} />
      )}
      <div className={css.who}>
        <b id={id} dir="auto">
          {profile ? (
            <Link className={css.name} {...profile}>
              {name}
            </Link>
          ) : (
            name
          )}
        </b>
        {!communityAsAuthor && isStaff(user.role) && <Badge kind="team">{t('feed.role.team')}</Badge>}
        {!communityAsAuthor && user.role === 'advertiser' && <Badge>{t('feed.role.pro')}</Badge>}
        <small>
          {target ? (
            <Link className={css.time} data-cover={coversCard || undefined} {...target}>
              {time}
            </Link>
          ) : (
            time
          )}
          {!communityAsAuthor && user.building && (
            <>
              {' '}
              · <span dir="auto">{buildingText(t, user.building)}</span>
            </>
          )}
          {editedAt && (
            <>
              {' '}
              ·{' '}
              <time dateTime={editedAt}>
                {editedDay ? t('feed.edited.day', { day: editedDay }) : t('feed.edited', { time: timeOf(editedAt) })}
              </time>
            </>
          )}
          {onlyLanguage && <> · {t(`feed.lang.only.${onlyLanguage}`)}</>}
        </small>
      </div>
      {menu}
    </header>
  )
}
