import { DATE_NOW, DATE_TOGETHER, type LiveEvent } from '@parvis/contract/feed.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useNow } from '#web/kernel/clock.ts'
import { useFormat, type Formats } from '#web/kernel/format.ts'
import { useText, type Translate } from '#web/kernel/i18n.ts'
import { Tile } from '#web/ui/Tile.tsx'
import { isOver } from '../post-over.ts'
import css from './PostTicket.module.css'

type Post = Pick<LiveEvent, 'template' | 'place' | 'date' | 'dateAdded' | 'eventId'>

const whenOf = (post: Post, t: Translate, { day, dayAndTime }: Formats, timezone: string, now: number): string | null => {
  const { date, dateAdded, eventId: { dateId, timeId } } = post
  // what was "now" some days ago is a day like others
  if (dateId === DATE_NOW) return isOver(post, now) ? day(dateAdded, timezone) : t('feed.when.now')
  if (dateId === DATE_TOGETHER) return t('feed.when.together')
  if (!date) return null
  return timeId ? dayAndTime(date, timezone) : day(date, timezone)
}

/** What, when and where, in one row. */
export const PostTicket = ({ post, timezone }: { post: Post; timezone: string }) => {
  const { t, language } = useText()
  const format = useFormat()
  const now = useNow()
  const { template, place } = post
  if (!template) return null
  const when = whenOf(post, t, format, timezone, now)
  const name = textIn(language, template, 'name')
  const where = place && textIn(language, place, 'name')
  return (
    <div className={css.ticket}>
      <Tile picto={template.picto} hue={template.hue} />
      <div><b>{when ?? name}</b><small>{where ?? (when ? name : null)}</small></div>
    </div>
  )
}
