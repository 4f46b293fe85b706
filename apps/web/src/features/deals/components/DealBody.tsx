import type { Deal } from '@parvis/contract/deals.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isNotFound } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import { DealCardSkeleton } from './DealsSkeleton.tsx'

export interface DealBodyProps<D extends Deal> {
  query: UseQueryResult<D>
  /** Link shown when the deal no longer exists. */
  fallbackLink: ReactNode
  children: (deal: D) => ReactNode
}

/** Renders the state of one deal: loading, gone, failed, stale or loaded. */
export const DealBody = <D extends Deal>({ query, fallbackLink, children }: DealBodyProps<D>) => {
  const { t } = useText()
  const state = viewStateOf(query)
  if (state === 'waiting')
    return (
      <SlowLoading>
        <DealCardSkeleton />
      </SlowLoading>
    )
  // The deal is gone for this viewer, even if a copy is cached.
  if (isNotFound(query.error))
    return (
      <EmptyState picture="search" title={t('deals.gone.title')} text={t('deals.gone.text')} action={fallbackLink} />
    )
  if (query.data === undefined) return <LoadError query={query} title={t('deals.failedone.title')} />
  return (
    <>
      {state === 'stale' && <LastUpdated query={query} />}
      {children(query.data)}
    </>
  )
}
