import { DATE_NOW } from '@parvis/contract/feed.ts'
import { textIn } from '@parvis/contract/language.ts'
import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import { Thumb } from '#web/ui/Thumb.tsx'
import type { DatedPost } from '../calendar-days.ts'
import { placeNameOf } from '../place-name.ts'
import { useEventTexts } from '../use-event-texts.ts'
import css from './AroundEvents.module.css'
import type { Community } from '@parvis/contract/community.ts'

const MINUTE_MS = 60_000
/** An event that starts within this many minutes shows the time left. */
const SOON_MINUTES = 4 * 60
/** Number of events side by side on a wide screen; a link shows the number of further events. */
const VISIBLE_EVENTS = 2
const DEAL_TILE = { picto: 'shopping-bags', hue: 'food' } as const

interface AroundEventsProps {
  community: Pick<Community, '_id' | 'customUri' | 'timezone' | 'communitytype'>
  me: string
  events: readonly DatedPost[]
  now: number
}

/** The row of events around the viewer, scrolled sideways on phones. */
export const AroundEvents = ({ events, community, me, now }: AroundEventsProps) => {
  const { t } = useText()
  // The link opens the calendar, which does not contain posts dated "now".
  const otherCount = events.filter(({ post }) => post.eventId.dateId !== DATE_NOW).length - VISIBLE_EVENTS
  return (
    <ul className={css.row}>
      {events.map(event => (
        <AroundEvent key={event.post._id} datedPost={event} community={community} me={me} now={now} />
      ))}
      {otherCount > 0 && (
        <li className={css.more}>
          <Link className={css.card} to="/$c/calendrier" params={{ c: community.customUri }}>
            {t('calendar.around.more', { count: otherCount })}
          </Link>
        </li>
      )}
    </ul>
  )
}

const AroundEvent = ({
  datedPost,
  community,
  me,
  now,
}: Omit<AroundEventsProps, 'events'> & { datedPost: DatedPost }) => {
  const { t, language } = useText()
  const { post, timing } = datedPost
  const { text, lang, when, people } = useEventTexts(datedPost, timing.day, community.timezone)
  const isDatedNow = post.eventId.dateId === DATE_NOW
  const minutes = Math.ceil((timing.startsAt - now) / MINUTE_MS)
  const soon =
    minutes <= 0
      ? t('calendar.soon.on')
      : minutes > SOON_MINUTES
        ? null
        : minutes < 60
          ? t('calendar.soon.minutes', { count: minutes })
          : t('calendar.soon.hours', { count: Math.round(minutes / 60) })
  const where =
    placeNameOf(post, post.userId === me, language, t) ?? (post.deal && textIn(language, post.deal, 'title'))
  return (
    <li>
      <Link
        className={css.card}
        to="/$c/actualites/publication"
        params={{ c: community.customUri }}
        search={{ id: post._id }}
      >
        <EventPicture post={post} />
        <span className={css.words}>
          <small>
            <b>{isDatedNow ? t('feed.when.now') : when}</b>
            {!isDatedNow && !timing.isWholeDay && soon && ` · ${soon}`}
          </small>
          <b lang={lang} dir="auto">
            {text}
          </b>
          <small className={css.what} dir="auto">
            {post.interested && (
              <>
                <span className={css.coming}>
                  <Icon name="check" size="s" />
                  {t('calendar.coming')}
                </span>
                {where && <span> · </span>}
              </>
            )}
            {where && <span className={css.where}>{where}</span>}
            {!post.interested && people && <span>{where ? ` · ${people}` : people}</span>}
          </small>
        </span>
      </Link>
    </li>
  )
}

/** The picture of the deal, or the tile of the template, or a calendar icon. */
const EventPicture = ({ post: { groupId, template, deal } }: Pick<DatedPost, 'post'>) => {
  const tile = template ?? (groupId === 'gooddeal' ? DEAL_TILE : null)
  const icon = tile ? (
    <Tile picto={tile.picto} hue={tile.hue} />
  ) : (
    <span className={css.plain}>
      <Icon name="calendar" />
    </span>
  )
  return deal?.photoUri ? (
    <Thumb uri={deal.photoUri} className={css.photo}>
      {icon}
    </Thumb>
  ) : (
    icon
  )
}
