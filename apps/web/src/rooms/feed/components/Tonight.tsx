import type { Community } from '@parvis/contract/community.ts'
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import { type Dated, isTonight } from '../calendar-days.ts'
import { calendarQuery } from '../calendar.queries.ts'
import { headlineOf } from '../headline.ts'
import { placeNameOf } from '../place-name.ts'
import { useCalendar } from '../use-calendar.ts'
import css from './Tonight.module.css'

/** Reads what is on, and loads the words for it. */
export const askTonight = (queryClient: QueryClient, communityId: string): Promise<unknown> =>
  Promise.all([
    loadTexts('calendar'),
    queryClient.infiniteQuery({ ...calendarQuery(communityId), staleTime: Infinity }),
  ])

const MINUTE_MS = 60_000
/** How far ahead the time that is left is said, in minutes. */
const SOON_MINUTES = 4 * 60

export interface TonightProps {
  community: Pick<Community, '_id' | 'customUri' | 'timezone'>
  /** The reader's id. */
  me: string
}

/** The head of the feed in the evening: what is on in the community; nothing where nothing is. */
export const Tonight = ({ community, me }: TonightProps) => {
  const { t } = useText()
  const id = useId()
  const now = useNow()
  const query = useInfiniteQuery(calendarQuery(community._id))
  const events = useCalendar(query.data?.pages, 'all', community.timezone)
  const tonight = events?.filter(one => isTonight(one, community.timezone, now)) ?? []
  if (tonight.length === 0) return null
  return (
    <section className={css.tonight} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{t('calendar.tonight')}</h2>
        <Link to="/$c/calendrier" params={{ c: community.customUri }}>
          {t('calendar.next.all')}
        </Link>
      </div>
      <ul>
        {tonight.map(one => (
          <TonightCard key={one.post._id} dated={one} community={community} me={me} now={now} />
        ))}
      </ul>
    </section>
  )
}

const TonightCard = ({
  dated: { post, happening },
  community,
  me,
  now,
}: TonightProps & { dated: Dated; now: number }) => {
  const { t, language } = useText()
  const { time } = useFormat()
  const { text, lang } = headlineOf(post, language)
  const minutes = Math.ceil((happening.startsAt - now) / MINUTE_MS)
  const soon =
    minutes <= 0 || minutes > SOON_MINUTES
      ? null
      : minutes < 60
        ? t('calendar.soon.minutes', { count: minutes })
        : t('calendar.soon.hours', { count: Math.round(minutes / 60) })
  const where = placeNameOf(post, post.userId === me, language, t)
  const people = post.interestedCount > 0 ? t('calendar.people', { count: post.interestedCount }) : null
  return (
    <li>
      <Link
        className={css.card}
        to="/$c/actualites/publication"
        params={{ c: community.customUri }}
        search={{ id: post._id }}
      >
        {post.template ? (
          <Tile picto={post.template.picto} hue={post.template.hue} />
        ) : (
          <span className={css.plain}>
            <Icon name="calendar" />
          </span>
        )}
        <span className={css.words}>
          <small>
            <b>{time(new Date(happening.startsAt).toISOString(), community.timezone)}</b>
            {minutes <= 0 ? ` · ${t('calendar.soon.on')}` : soon && ` · ${soon}`}
          </small>
          <b lang={lang} dir="auto">
            {text}
          </b>
          <small dir="auto">
            {[where, !post.interested && people].filter(Boolean).join(' · ')}
            {post.interested && (
              <>
                {where && ' · '}
                <span className={css.coming}>
                  <Icon name="check" size="s" />
                  {t('calendar.coming')}
                </span>
              </>
            )}
          </small>
        </span>
      </Link>
    </li>
  )
}
