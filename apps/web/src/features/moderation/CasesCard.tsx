import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Count } from '#web/ui/Count.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { InlineError } from '#web/ui/LoadError.tsx'
import { sortMinorsFirst } from './case-text.ts'
import { CaseRow } from './components/CaseRow.tsx'
import { RowsSkeleton } from './components/RowsSkeleton.tsx'
import { caseListTarget } from './list-target.ts'
import { casesQuery } from './moderation.queries.ts'
import css from './CasesCard.module.css'

export interface CasesCardProps {
  /** The community whose cases are listed; null for the cases of all communities, for webmasters. */
  community: { _id: string; customUri: string } | null
  /**
   * Called with the number of pending cases, first when it is known and then whenever it changes; null after a failure.
   */
  onCount?: (count: number | null) => void
}

/** Cases beyond this number are listed on another screen. */
const MAX_VISIBLE_CASES = 5
const SKELETON_ROWS = 3

/** Pending reports and appeals, those that concern minors first and then the oldest, with a link to all of them. */
export const CasesCard = ({ community, onCount }: CasesCardProps) => {
  const { t } = useText()
  const query = useInfiniteQuery(casesQuery(community?._id ?? null, 'waiting'))
  const state = viewStateOf(query)
  const cases = sortMinorsFirst(query.data?.pages.flatMap(page => page.docs) ?? [])
  const pendingCount = query.data?.pages.at(-1)?.waiting ?? (state === 'failed' ? null : undefined)
  const emitCount = useEffectEvent((count: number | null) => onCount?.(count))
  useEffect(() => {
    if (pendingCount !== undefined) emitCount(pendingCount)
  }, [pendingCount])
  const uri = community?.customUri ?? null
  return (
    <Card as="section" aria-labelledby="reports" className={css.section}>
      <div className={css.head}>
        <h2 id="reports" tabIndex={-1}>
          {t('moderation.title')} {pendingCount ? <Count>{pendingCount}</Count> : null}
        </h2>
        <ButtonLink kind="quiet" size="s" icon="archive" {...caseListTarget(uri, 'tranches')}>
          {t('moderation.before')}
        </ButtonLink>
      </div>
      {state === 'waiting' && (
        <div className={css.calm} role="status" aria-label={t('common.loading')}>
          <RowsSkeleton count={SKELETON_ROWS} />
        </div>
      )}
      {state === 'failed' && (
        <div className={css.calm}>
          <InlineError text={t('moderation.failed')} onRetry={() => void query.refetch()} />
        </div>
      )}
      {query.data && cases.length === 0 && <p className={css.calm}>{t('moderation.none')}</p>}
      {cases.length > 0 && (
        <ul className={css.list}>
          {cases.slice(0, MAX_VISIBLE_CASES).map(one => (
            <CaseRow key={one._id} moderationCase={one} communityUri={uri} />
          ))}
          {cases.length > MAX_VISIBLE_CASES && (
            <li>
              <Link className={css.all} {...caseListTarget(uri)}>
                <span>{t('moderation.all', { count: pendingCount ?? cases.length })}</span>
                <Icon name="chevron-right" size="s" />
              </Link>
            </li>
          )}
        </ul>
      )}
    </Card>
  )
}
