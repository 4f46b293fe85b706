import type { Deal } from '@parvis/contract/deals.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { Failed, LastSeen } from '#web/ui/Trouble.tsx'
import { DealSkeleton } from './DealsWaiting.tsx'

export interface DealBodyProps<D extends Deal> {
  query: UseQueryResult<D>
  /** Link to show when the deal is gone. */
  elsewhere: ReactNode
  children: (deal: D) => ReactNode
}

/** The deal is no longer visible to the viewer, even if it is cached. */
export const isOver = ({ error }: Pick<UseQueryResult, 'error'>): boolean =>
  error instanceof ApiError && error.key === 'error404'

/** Renders the state of one deal: loading, gone, failed, stale or loaded. */
export const DealBody = <D extends Deal>({ query, elsewhere, children }: DealBodyProps<D>) => {
  const { t } = useText()
  const state = stateOf(query)
  if (state === 'waiting')
    return (
      <SlowLoading>
        <DealSkeleton />
      </SlowLoading>
    )
  if (isOver(query))
    return <Empty picture="search" title={t('deals.gone.title')} text={t('deals.gone.text')} action={elsewhere} />
  if (query.data === undefined) return <Failed query={query} title={t('deals.failedone.title')} />
  return (
    <>
      {state === 'stale' && <LastSeen query={query} />}
      {children(query.data)}
    </>
  )
}
