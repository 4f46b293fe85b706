import { useRef } from 'react'
import { useNearEnd } from '#web/kernel/screen/near-end.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from './Button.tsx'
import css from './LoadMore.module.css'

export interface LoadMoreProps {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  label: string
  /** The number of rows. With it, the next page loads automatically near the end; otherwise only by the button. */
  rowCount?: number
}

/** The end of a paginated list: a button that loads the next page, or retries after an error. */
export const LoadMore = ({ query, label, rowCount = 0 }: LoadMoreProps) => {
  const { t } = useText()
  const endRef = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const fetchMore = () => void query.fetchNextPage()
  useNearEnd(endRef, rowCount > 0 && hasNextPage && !isFetchingNextPage && !isFetchNextPageError, rowCount, fetchMore)
  if (!hasNextPage) return null
  return (
    <div ref={endRef} className={css.end}>
      <Button kind="quiet" busy={isFetchingNextPage} onClick={fetchMore}>
        {isFetchNextPageError ? t('common.retry') : label}
      </Button>
    </div>
  )
}
