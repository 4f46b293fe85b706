import type { CalendarFilter } from '@parvis/contract/feed-filter.ts'
import type { Community } from '@parvis/contract/community.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useNearEnd } from '#web/kernel/screen/near-end.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { IconLink } from '#web/ui/IconLink.tsx'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import typography from '#web/ui/typography.module.css'
import { groupByDay, monthName } from './calendar-days.ts'
import { type DayJump, onJumpToDay } from './calendar-jump.ts'
import { calendarQuery } from './calendar.queries.ts'
import { AgendaDay } from './components/AgendaDay.tsx'
import { CalendarFilters } from './components/CalendarFilters.tsx'
import { CalendarSkeleton } from './components/CalendarSkeleton.tsx'
import { DayStrip } from './components/DayStrip.tsx'
import type { Viewer } from './components/post-actions.ts'
import { SubscribeCard } from './components/SubscribeCard.tsx'
import { useCalendarEvents } from './use-calendar.ts'
import { useCalendarDays } from './use-calendar-days.ts'
import css from './CalendarView.module.css'

export interface CalendarViewProps {
  community: Pick<Community, '_id' | 'customUri' | 'timezone' | 'gooddeal'>
  me: Viewer
  filter: CalendarFilter
  onFilter: (filter: CalendarFilter) => void
}

const monthOf = (day: string) => day.slice(0, 7)

const firstSectionFrom = (day: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-agenda]')].find(({ dataset }) => dataset.agenda! >= day)

/** Lists the dated events that are not over, day by day. */
export const CalendarView = ({ community, me, filter, onFilter }: CalendarViewProps) => {
  const { t, language } = useText()
  const query = useInfiniteQuery(calendarQuery(community._id, filter))
  const state = viewStateOf(query)
  const events = useCalendarEvents(query.isPlaceholderData ? undefined : query.data?.pages, filter, community.timezone)
  const days = useCalendarDays(community._id, community.timezone, filter)
  const list = events && groupByDay(events, days.today)
  const endRef = useRef<HTMLDivElement>(null)
  const canFetchMore = query.hasNextPage && !query.isFetchNextPageError
  useNearEnd(endRef, canFetchMore && !query.isFetchingNextPage, events?.length ?? 0, () => void query.fetchNextPage())
  /** The day to scroll to; pages are fetched until the list reaches that day. */
  const scrollTarget = useRef<DayJump | null>(null)
  const scrollToTarget = useEffectEvent(() => {
    if (scrollTarget.current === null) return
    const section = firstSectionFrom(scrollTarget.current.day)
    if (!section && canFetchMore) {
      if (!query.isFetchingNextPage) void query.fetchNextPage()
      return
    }
    const { focus } = scrollTarget.current
    scrollTarget.current = null
    const found = section ?? [...document.querySelectorAll<HTMLElement>('[data-agenda]')].at(-1)
    found?.scrollIntoView({ block: 'start' })
    if (focus) found?.focus({ preventScroll: true })
  })
  useEffect(
    () =>
      onJumpToDay(to => {
        scrollTarget.current = to
        scrollToTarget()
      }),
    [],
  )
  useEffect(() => scrollToTarget(), [list?.length, query.isFetchingNextPage])
  const id = useId()
  const [subscribing, setSubscribing] = useState(false)
  const feedLink = { to: '/$c/actualites', params: { c: community.customUri } } as const
  return (
    <>
      <TopBar
        title={t('calendar.title')}
        backTarget={feedLink}
        endContent={
          <>
            <span className={css.subscribe}>
              <IconButton
                icon="calendar-sync"
                kind={subscribing ? 'soft' : 'plain'}
                label={t('calendar.subscribe.title')}
                aria-expanded={subscribing}
                aria-controls={id}
                onClick={() => {
                  setSubscribing(!subscribing)
                  scrollTo({ top: 0 })
                }}
              />
            </span>
            {me.abilities.publish && (
              <IconLink
                icon="plus"
                label={t('calendar.publish')}
                to="/$c/actualites/instants-partage"
                params={{ c: community.customUri }}
              />
            )}
          </>
        }
      />
      <Main>
        <div id={id} className={css.subscribe} hidden={!subscribing}>
          {subscribing && <SubscribeCard me={me._id} canSubscribe={me.abilities.answer} />}
        </div>
        <DayStrip {...days} />
        <CalendarFilters community={community} filter={filter} showsMine={me.abilities.answer} onFilter={onFilter} />
        {state === 'failed' && <LoadError query={query} title={t('calendar.failed')} />}
        {state === 'stale' && <LastUpdated query={query} />}
        {state !== 'failed' && !list && <CalendarSkeleton />}
        {list?.length === 0 && (
          <EmptyState
            picture="board"
            title={t(filter === 'all' ? 'calendar.empty.title' : 'calendar.none.title')}
            text={t(
              filter === 'all' ? 'calendar.empty.text' : filter === 'my' ? 'calendar.none.my' : 'calendar.none.text',
            )}
            action={
              filter === 'all' ? (
                <ButtonLink {...feedLink}>{t('calendar.empty.feed')}</ButtonLink>
              ) : (
                <Button onClick={() => onFilter('all')}>{t('calendar.none.all')}</Button>
              )
            }
          />
        )}
        {list && list.length > 0 && (
          <div className={css.days} aria-busy={query.isFetchingNextPage}>
            {list.map((one, at) => (
              <Fragment key={one.day}>
                {monthOf(one.day) !== monthOf(list[at - 1]?.day ?? days.today) && (
                  <h2 className={typography.sectionTitle}>{monthName(one.day, language)}</h2>
                )}
                <AgendaDay {...one} today={days.today} community={community} me={me._id} />
              </Fragment>
            ))}
          </div>
        )}
        <div ref={endRef}>
          {query.isFetchNextPageError && (
            <Button icon="rotate-cw" onClick={() => void query.fetchNextPage()}>
              {t('common.retry')}
            </Button>
          )}
        </div>
      </Main>
    </>
  )
}
