import { useId, useRef } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { isOffline, stateOf } from '#web/kernel/http/query-state.ts'
import { useNearEnd } from '#web/kernel/screen/near-end.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Failed, LastSeen } from '#web/ui/Trouble.tsx'
import { ageOf } from '../notification-text.ts'
import { subjectOf } from '../notifications.cache.ts'
import type { Places } from '../places.ts'
import { together } from '../together.ts'
import type { LookedAt } from '../use-notifications.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { NotificationsWaiting } from './NotificationsWaiting.tsx'
import css from './NotificationsBody.module.css'

export interface NotificationsBodyProps {
  told: LookedAt
  places: Places
  /** Heading level of the groups: the next below the title. */
  heading: 'h2' | 'h3'
  /** A notification was opened. */
  onOpened?: () => void
}

export const NotificationsBody = ({ told, places, heading, onOpened }: NotificationsBodyProps) => {
  const { t } = useText()
  const { query, shown, show, listed, all, isNew } = told
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  useNearEnd(end, hasNextPage && !isFetchingNextPage && !isFetchNextPageError, all.length, () => {
    void query.fetchNextPage()
  })
  const state = stateOf(query)
  if (state === 'waiting') return <NotificationsWaiting />
  if (state === 'failed') return <Failed query={query} title={t('notifications.failed')} />
  if (all.length === 0)
    return (
      <Empty
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
          <LastSeen query={query} />
        </div>
      )}
      {listed.length === 0 && (
        <Empty
          picture="door"
          title={t('notifications.read.title')}
          text={t('notifications.read.text')}
          action={<Button onClick={() => show('all')}>{t('notifications.read.action')}</Button>}
        />
      )}
      <Groups told={told} places={places} heading={heading} onOpened={onOpened} />
      <div ref={end} className={css.end}>
        {isFetchingNextPage && <NotificationsWaiting rows={2} />}
        {isFetchNextPageError && !isOffline(query) && (
          <Button icon="rotate-cw" onClick={() => void query.fetchNextPage()}>
            {t('common.retry')}
          </Button>
        )}
        {!hasNextPage && shown === 'all' && <p>{t('notifications.end')}</p>}
      </div>
      <p className={css.spoken} role="status">
        {listed.some(isNew) ? t('notifications.new', { count: told.newCount }) : ''}
      </p>
    </>
  )
}

const Groups = ({ told: { listed, isNew, opened }, places, heading: Heading, onOpened }: NotificationsBodyProps) => {
  const { t } = useText()
  const now = useNow()
  const id = useId()
  const groups = [...Map.groupBy(listed, one => ageOf(one, isNew(one), now))]
  return groups.map(([age, rows], at) => (
    <section key={age} aria-labelledby={id + age} className={css.group}>
      <Heading id={id + age}>
        {t(age === 'today' && at > 0 ? 'notifications.age.earlier' : `notifications.age.${age}`)}
      </Heading>
      <ul>
        {together(rows).map(one => (
          <NotificationRow
            key={subjectOf(one)}
            notification={one}
            isNew={isNew(one)}
            places={places}
            onOpen={() => {
              opened()
              onOpened?.()
            }}
          />
        ))}
      </ul>
    </section>
  ))
}
