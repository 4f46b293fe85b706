import type { FeedPost } from '@parvis/contract/feed.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import { movedText, whenAndWhere } from '../when-and-where.ts'
import { AddToCalendar } from './AddToCalendar.tsx'
import css from './PostTicket.module.css'

export interface PostTicketProps {
  post: Pick<
    FeedPost,
    | '_id'
    | 'template'
    | 'place'
    | 'choice'
    | 'date'
    | 'dateAdded'
    | 'eventId'
    | 'user'
    | 'userId'
    | 'moved'
    | 'cancelled'
  >
  /** Time zone of the community, an IANA name. */
  timezone: string
  isPast: boolean
  /** Whether the viewer is the author; the place "my place" is then shown without the name of the author. */
  isOwn: boolean
}

/** Row with the template, time and location of a post; renders nothing when the post has none of them. */
export const PostTicket = ({ post, timezone, isPast, isOwn }: PostTicketProps) => {
  const { t, language } = useText()
  const format = useFormat()
  const { template, place, cancelled } = post
  const options = { isPast, isOwn, timezone, language, format, t }
  const { when, where } = whenAndWhere(post, options)
  if (!template && !when && !place && !post.choice) return null
  const name = template && textIn(language, template, 'name')
  const first = when ?? name ?? where
  // The name of the template is omitted when the title contains it, as most titles do.
  const isInTitle = name && textIn(language, post.eventId, 'title')?.toLowerCase().includes(name.toLowerCase())
  const second = where ?? (isInTitle ? null : name)
  return (
    <div className={css.ticket} data-past={isPast || cancelled ? true : undefined}>
      {template ? (
        <Tile picto={template.picto} hue={template.hue} />
      ) : (
        <span className={css.plain}>
          <Icon name={when ? 'calendar' : 'map-pin'} />
        </span>
      )}
      <div>
        <b dir="auto">{cancelled ? <s>{first}</s> : first}</b>
        {second && second !== first && <small dir="auto">{second}</small>}
        {cancelled?.reason && <small dir="auto">{cancelled.reason}</small>}
        {!isPast && !cancelled && post.moved && (
          <small className={css.moved}>{movedText(post, post.moved, options)}</small>
        )}
      </div>
      {cancelled ? (
        <Badge kind="danger">{t('feed.calledoff')}</Badge>
      ) : isPast ? (
        <Badge>{t('feed.past')}</Badge>
      ) : (
        post.date && <AddToCalendar post={post} />
      )}
    </div>
  )
}
