import type { Community } from '@parvis/contract/community.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import typography from '#web/ui/typography.module.css'
import { isOnToday } from './around-now.ts'
import { dayName, type DatedPost } from './calendar-days.ts'
import { calendarQuery } from './calendar.queries.ts'
import { DayMark } from './components/DayMark.tsx'
import { useCalendarEvents } from './use-calendar.ts'
import { useEventTexts } from './use-event-texts.ts'
import css from './NextAround.module.css'

const MAX_EVENTS = 3

export interface NextAroundProps {
  community: Pick<Community, '_id' | 'customUri' | 'timezone'>
  /** Whether to omit current events and those of today, because the screen already shows them in another section. */
  omitsToday: boolean
}

/** The next events of the community, shown beside every tab on wide screens. */
export const NextAround = ({ community, omitsToday }: NextAroundProps) => {
  const { t } = useText()
  const id = useId()
  const now = useNow()
  const query = useInfiniteQuery(calendarQuery(community._id))
  const events = useCalendarEvents(query.data?.pages, 'all', community.timezone)
  const next = events
    ?.filter(one => !one.post.cancelled && !(omitsToday && isOnToday(one, community.timezone, now)))
    .slice(0, MAX_EVENTS)
  return (
    <section className={css.card} aria-labelledby={id}>
      <h2 id={id}>{t('calendar.next.title')}</h2>
      {query.isError && !next && (
        <p>
          {t('calendar.next.failed')}{' '}
          <Button kind="quiet" size="s" onClick={() => void query.refetch()}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      {!next && query.isLoading && (
        <div role="status" aria-label={t('common.loading')}>
          {[82, 64, 74].map(width => (
            <div key={width} className={css.bone}>
              <Skeleton width={width} />
              <Skeleton width={40} />
            </div>
          ))}
        </div>
      )}
      {next?.length === 0 && <p>{t('calendar.next.none')}</p>}
      {next && next.length > 0 && (
        <ul>
          {next.map(one => (
            <NextEvent
              key={one.post._id}
              datedPost={one}
              community={community}
              today={dayAt(now, community.timezone)}
            />
          ))}
        </ul>
      )}
      <Link className={css.whole} to="/$c/calendrier" params={{ c: community.customUri }}>
        {t('calendar.next.all')}
      </Link>
    </section>
  )
}

const NextEvent = ({
  datedPost,
  community,
  today,
}: Pick<NextAroundProps, 'community'> & { datedPost: DatedPost; today: string }) => {
  const { language } = useText()
  const { post, timing } = datedPost
  const day = timing.day < today ? today : timing.day
  const { text, lang, when, since, people } = useEventTexts(datedPost, day, community.timezone)
  return (
    <li>
      <Link to="/$c/actualites/publication" params={{ c: community.customUri }} search={{ id: post._id }}>
        <DayMark day={day} isToday={day === today} />
        <span className={css.words}>
          <span className={typography.hidden}>{dayName(day, language)} </span>
          <b lang={lang} dir="auto">
            {text}
          </b>
          <small>{[when, since, people].filter(Boolean).join(' · ')}</small>
        </span>
      </Link>
    </li>
  )
}
