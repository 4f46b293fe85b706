import { DATE_NOW, DATE_TOGETHER, type LiveEvent } from '@parvis/contract/feed.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useFormat, type Formats } from '#web/kernel/text/format.ts'
import { useText, type Translate } from '#web/kernel/text/i18n.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import { placeNameOf } from '../place-name.ts'
import { AddToCalendar } from './AddToCalendar.tsx'
import css from './PostTicket.module.css'

export interface PostTicketProps {
  post: Pick<LiveEvent, '_id' | 'template' | 'place' | 'choice' | 'date' | 'dateAdded' | 'eventId' | 'user' | 'userId'>
  /** Of the community, an IANA name. */
  timezone: string
  past: boolean
  /** The reader's own post, where "my place" needs no name. */
  own: boolean
}

const whenOf = (
  { date, dateAdded, eventId: { dateId, timeId } }: PostTicketProps['post'],
  past: boolean,
  t: Translate,
  { day, dayAndTime }: Formats,
  timezone: string,
): string | null => {
  // what was "now" some hours ago is a moment like others
  if (dateId === DATE_NOW) return past ? dayAndTime(dateAdded, timezone) : t('feed.when.now')
  if (dateId === DATE_TOGETHER) return t('feed.when.together')
  if (!date) return dateId && day(`${dateId}T12:00:00Z`, 'UTC')
  return timeId ? dayAndTime(date, timezone) : day(date, timezone)
}

/** What, when and where, in one row; nothing for a post that says none of it. */
export const PostTicket = ({ post, timezone, past, own }: PostTicketProps) => {
  const { t, language } = useText()
  const format = useFormat()
  const { template, place } = post
  const when = whenOf(post, past, t, format, timezone)
  if (!template && !when && !place && !post.choice) return null
  const name = template && textIn(language, template, 'name')
  const chosen = post.choice && textIn(language, post.choice, 'name')
  const where = [chosen, placeNameOf(post, own, language, t)].filter(Boolean).join(' · ') || null
  const first = when ?? name ?? where
  const second = where ?? name
  return (
    <div className={css.ticket} data-past={past || undefined}>
      {template ? (
        <Tile picto={template.picto} hue={template.hue} />
      ) : (
        <span className={css.plain}>
          <Icon name={when ? 'calendar' : 'map-pin'} />
        </span>
      )}
      <div>
        <b dir="auto">{first}</b>
        {second !== first && <small dir="auto">{second}</small>}
      </div>
      {past ? <Badge>{t('feed.past')}</Badge> : post.date && <AddToCalendar post={post} />}
    </div>
  )
}
