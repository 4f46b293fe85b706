import { NEIGHBORS_PER_PAGE } from '@parvis/contract/chat.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { isOffline, stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { personTarget } from '#web/ui/person-target.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { neighborsQuery } from './chat.queries.ts'
import type { HereFactProps } from './HereFact.tsx'
import css from './HereNow.module.css'

const MOST_SHOWN = 8

export interface HereNowProps extends HereFactProps {
  mayKnow: boolean
}

/** Card with the neighbours who are online. */
export const HereNow = ({ mayKnow, mayList, communityUri }: HereNowProps) => {
  const { t } = useText()
  const id = useId()
  const query = useQuery({ ...neighborsQuery(), enabled: mayKnow })
  const state = stateOf(query)
  // A stale answer is not used: who was online then may have left.
  const here = state === 'content' ? (query.data?.filter(person => person.online) ?? []) : []
  const more = here.length - MOST_SHOWN
  // The server lists only the first NEIGHBORS_PER_PAGE.
  const isCut = here.length >= NEIGHBORS_PER_PAGE
  return (
    <section className={css.card} aria-labelledby={id}>
      <h2 id={id}>
        {t('chat.here')} {here.length > 0 && <small>{`${here.length}${isCut ? '+' : ''}`}</small>}
      </h2>
      {!mayKnow && <p>{t('chat.here.guest')}</p>}
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
      {state === 'content' && here.length === 0 && <p>{t('chat.here.none')}</p>}
      {here.length > 0 && (
        <ul className={css.people}>
          {here.slice(0, MOST_SHOWN).map(person => {
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
      {more > 0 && mayList && (
        <Link className={css.more} to="/$c/mes-voisins" params={{ c: communityUri }}>
          {isCut ? t('chat.here.many') : t('chat.here.more', { count: more })}
        </Link>
      )}
    </section>
  )
}
