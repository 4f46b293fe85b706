import type { ComponentProps } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { Card } from './Card.tsx'
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx'
import { LoadError } from './LoadError.tsx'
import { Main } from './Main.tsx'
import { SkeletonCard } from './Skeleton.tsx'
import { SlowLoading } from './SlowLoading.tsx'

export interface FormFallbackProps {
  /** Says that what the form edits is not available; null if it may be. */
  unavailable: Pick<EmptyStateProps, 'title' | 'text' | 'action'> | null
  /** The queries that the form needs. */
  queries: readonly ComponentProps<typeof LoadError>['query'][]
  failedTitle: string
}

/** Replaces a form that cannot be shown: what it edits is not available, a query has failed, or is loading. */
export const FormFallback = ({ unavailable, queries, failedTitle }: FormFallbackProps) => {
  const failedQuery = queries.find(query => viewStateOf(query) === 'failed')
  return (
    <Main>
      {unavailable ? (
        <Card>
          <EmptyState picture="door" {...unavailable} />
        </Card>
      ) : failedQuery ? (
        <LoadError
          query={{ ...failedQuery, refetch: () => queries.forEach(query => void query.refetch()) }}
          title={failedTitle}
        />
      ) : (
        <SlowLoading>
          <SkeletonCard photo={false} />
        </SlowLoading>
      )}
    </Main>
  )
}
