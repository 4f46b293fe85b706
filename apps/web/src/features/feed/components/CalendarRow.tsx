import { isStaff } from '@parvis/contract/roles.ts'
import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import type { DatedPost } from '../calendar-days.ts'
import { placeNameOf } from '../place-name.ts'
import { useEventTexts } from '../use-event-texts.ts'
import { AddToCalendar } from './AddToCalendar.tsx'
import css from './CalendarRow.module.css'

export interface CalendarRowProps {
  datedPost: DatedPost
  /** The day under which the event is listed: today for an event that started earlier and has not ended. */
  day: string
  community: { customUri: string; timezone: string }
  me: string
}

/** One event of a day: links to its post, and can be added to the calendar of the device. */
export const CalendarRow = ({ datedPost, day, community, me }: CalendarRowProps) => {
  const { t, language } = useText()
  const { post, timing } = datedPost
  const { text, lang, when, since, people } = useEventTexts(datedPost, day, community.timezone)
  const where = placeNameOf(post, post.userId === me, language, t)
  const facts = [post.cancelled && t('feed.calledoff'), since, where, people].filter(Boolean).join(' · ')
  return (
    <li className={css.row}>
      <Link to="/$c/actualites/publication" params={{ c: community.customUri }} search={{ id: post._id }}>
        <time dateTime={timing.isWholeDay ? timing.day : (post.date ?? undefined)}>{when}</time>
        {post.template ? (
          <Tile picto={post.template.picto} hue={post.template.hue} size="s" />
        ) : (
          <span className={css.plain}>
            <Icon name="calendar" />
          </span>
        )}
        <span className={css.words}>
          <b lang={lang} dir="auto">
            {post.cancelled ? <s>{text}</s> : text}
          </b>
          {facts && <small dir="auto">{facts}</small>}
          {isStaff(post.user.role) && <Badge kind="team">{t('feed.role.team')}</Badge>}
        </span>
      </Link>
      {post.interested && !post.cancelled && (
        <span className={css.coming} role="img" aria-label={t('calendar.coming')} title={t('calendar.coming')}>
          <Icon name="check" size="s" />
        </span>
      )}
      {!post.cancelled && <AddToCalendar post={post} />}
    </li>
  )
}
