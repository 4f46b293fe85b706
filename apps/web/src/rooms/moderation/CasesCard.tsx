import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Count } from '#web/ui/Count.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { FailedPart } from '#web/ui/Trouble.tsx'
import { CaseRow } from './components/CaseRow.tsx'
import { casesQuery } from './moderation.queries.ts'
import css from './CasesCard.module.css'

export interface CasesCardProps {
  /** Whose cases; null for those of all communities, which a webmaster decides on. */
  community: { _id: string; customUri: string } | null
  /** How many wait, each time that it is read. */
  onCount?: (count: number) => void
}

/** The reports and appeals that wait for the team, the longest first. */
export const CasesCard = ({ community, onCount }: CasesCardProps) => {
  const { t } = useText()
  const query = useInfiniteQuery(casesQuery(community?._id ?? null, 'waiting'))
  const state = stateOf(query)
  const cases = query.data?.pages.flatMap(page => page.docs) ?? []
  const waiting = query.data?.pages.at(-1)?.waiting
  const tell = useEffectEvent((count: number) => onCount?.(count))
  useEffect(() => {
    if (waiting !== undefined) tell(waiting)
  }, [waiting])
  if (state === 'failed') return <FailedPart text={t('moderation.failed')} onRetry={() => void query.refetch()} />
  return (
    <Card as="section" aria-labelledby="reports" className={css.section}>
      <div className={css.head}>
        <h2 id="reports" tabIndex={-1}>
          {t('moderation.title')} {waiting ? <Count>{waiting}</Count> : null}
        </h2>
        <ButtonLink
          kind="quiet"
          size="s"
          icon="archive"
          {...(community
            ? { to: '/$c/gestion/signalements', params: { c: community.customUri } }
            : { to: '/gestion/signalements' })}
        >
          {t('moderation.before')}
        </ButtonLink>
      </div>
      {state === 'waiting' && (
        <div className={css.calm} role="status" aria-label={t('common.loading')}>
          <Skeleton width={56} />
          <Skeleton width={32} />
        </div>
      )}
      {query.data && cases.length === 0 && <p className={css.calm}>{t('moderation.none')}</p>}
      {cases.length > 0 && (
        <ul className={css.list}>
          {cases.map(one => (
            <CaseRow key={one._id} one={one} communityUri={community?.customUri ?? null} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className={css.more}>
          <Button kind="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('moderation.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}
