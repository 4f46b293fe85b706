import { NEIGHBORS_PER_PAGE } from '@parvis/contract/chat.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { isOffline, viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { personTarget } from '#web/ui/person-target.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { neighborsQuery } from './chat.queries.ts'
import type { OnlineCountProps } from './OnlineCount.tsx'
import css from './OnlineNeighbors.module.css'

const MAX_LISTED = 8

export interface OnlineNeighborsProps extends OnlineCountProps {
  canSeePresence: boolean
}

/** A card that lists the neighbours who are online. */
export const OnlineNeighbors = ({ canSeePresence, canListNeighbors, communityUri }: OnlineNeighborsProps) => {
  const { t } = useText()
  const id = useId()
  const query = useQuery({ ...neighborsQuery(), enabled: canSeePresence })
  const state = viewStateOf(query)
  // Stale data is not shown: neighbours who were online then may have gone offline.
  const onlineNeighbors = state === 'content' ? (query.data?.filter(person => person.online) ?? []) : []
  const unlistedCount = onlineNeighbors.length - MAX_LISTED
  // The server returns at most NEIGHBORS_PER_PAGE neighbours, so more may be online.
  const isTruncated = onlineNeighbors.length >= NEIGHBORS_PER_PAGE
  return (
    <section className={css.card} aria-labelledby={id}>
      <h2 id={id}>
        {t('chat.here')}{' '}
        {onlineNeighbors.length > 0 && <small>{`${onlineNeighbors.length}${isTruncated ? '+' : ''}`}</small>}
      </h2>
      {!canSeePresence && <p>{t('chat.here.guest')}</p>}
      {(state === 'failed' || state === 'stale') &&
        (isOffline(query) ? (
          <p>{t('chat.here.offline')}</p>
        ) : (
          <p>
            {t('chat.here.failed')}{' '}
            <Button kind="quiet" size="s" onClick={() => void query.refetch()}>
              {t('common.retry')}
            </Button>
          </p>
        ))}
      {query.isLoading && (
        <div className={css.people} role="status" aria-label={t('common.loading')}>
          {[62, 48, 56].map(width => (
            <div key={width}>
              <Skeleton shape="disc" />
              <Skeleton width={width} />
            </div>
          ))}
        </div>
      )}
      {state === 'content' && onlineNeighbors.length === 0 && <p>{t('chat.here.none')}</p>}
      {onlineNeighbors.length > 0 && (
        <ul className={css.people}>
          {onlineNeighbors.slice(0, MAX_LISTED).map(person => {
            const name = displayName(person)
            return (
              <li key={person._id}>
                <Link {...personTarget(communityUri, person)}>
                  <Avatar name={name} photoUri={person.photoUri} size="s" online />
                  <span dir="auto">{name}</span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
      {unlistedCount > 0 && canListNeighbors && (
        <Link className={css.more} to="/$c/mes-voisins" params={{ c: communityUri }}>
          {isTruncated ? t('chat.here.many') : t('chat.here.more', { count: unlistedCount })}
        </Link>
      )}
    </section>
  )
}
