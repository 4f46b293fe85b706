import { useId, useRef } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { isOffline, viewStateOf } from '#web/kernel/http/query-state.ts'
import { useNearEnd } from '#web/kernel/screen/near-end.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import { ageGroupOf } from '../notification-text.ts'
import { subjectKeyOf } from '../notifications.cache.ts'
import type { ViewerCommunities } from '../places.ts'
import { mergeRows } from '../merge-rows.ts'
import type { NotificationList } from '../use-notifications.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { NotificationsSkeleton } from './NotificationsSkeleton.tsx'
import css from './NotificationsBody.module.css'

export interface NotificationsBodyProps {
  list: NotificationList
  places: ViewerCommunities
  /** Heading level of the groups: one level below the title of the list. */
  heading: 'h2' | 'h3'
  /** Called when a notification is opened. */
  onOpened?: () => void
}

export const NotificationsBody = ({ list, places, heading, onOpened }: NotificationsBodyProps) => {
  const { t } = useText()
  const { query, filter, setFilter, listed, all, isNew } = list
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  useNearEnd(end, hasNextPage && !isFetchingNextPage && !isFetchNextPageError, all.length, () => {
    void query.fetchNextPage()
  })
  const state = viewStateOf(query)
  if (state === 'waiting') return <NotificationsSkeleton />
  if (state === 'failed') return <LoadError query={query} title={t('notifications.failed')} />
  if (all.length === 0)
    return (
      <EmptyState
        picture="board"
        title={t('notifications.empty.title')}
        text={t('notifications.empty.text')}
        action={
          <ButtonLink to="/$c/parametres" params={{ c: places.here.customUri }} onClick={onOpened}>
            {t('notifications.empty.action')}
          </ButtonLink>
        }
      />
    )
  return (
    <>
      {state === 'stale' && (
        <div className={css.seen}>
          <LastUpdated query={query} />
        </div>
      )}
      {listed.length === 0 && (
        <EmptyState
          picture="door"
          title={t('notifications.read.title')}
          text={t('notifications.read.text')}
          action={<Button onClick={() => setFilter('all')}>{t('notifications.read.action')}</Button>}
        />
      )}
      <Groups list={list} places={places} heading={heading} onOpened={onOpened} />
      <div ref={end} className={css.end}>
        {isFetchingNextPage && <NotificationsSkeleton rows={2} />}
        {isFetchNextPageError && !isOffline(query) && (
          <Button icon="rotate-cw" onClick={() => void query.fetchNextPage()}>
            {t('common.retry')}
          </Button>
        )}
        {!hasNextPage && filter === 'all' && <p>{t('notifications.end')}</p>}
      </div>
      <p className={css.spoken} role="status">
        {listed.some(isNew) ? t('notifications.new', { count: list.newCount }) : ''}
      </p>
    </>
  )
}

const Groups = ({ list: { listed, isNew, markRead }, places, heading: Heading, onOpened }: NotificationsBodyProps) => {
  const { t } = useText()
  const now = useNow()
  const id = useId()
  const groups = [...Map.groupBy(listed, one => ageGroupOf(one, isNew(one), now))]
  return groups.map(([age, rows], at) => (
    <section key={age} aria-labelledby={id + age} className={css.group}>
      <Heading id={id + age}>
        {t(age === 'today' && at > 0 ? 'notifications.age.earlier' : `notifications.age.${age}`)}
      </Heading>
      <ul>
        {mergeRows(rows).map(one => (
          <NotificationRow
            key={subjectKeyOf(one)}
            notification={one}
            isNew={isNew(one)}
            places={places}
            onOpen={() => {
              markRead()
              onOpened?.()
            }}
          />
        ))}
      </ul>
    </section>
  ))
}
