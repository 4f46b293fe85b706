import { useRef } from 'react'
import { useNearEnd } from '#web/kernel/screen/near-end.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from './Button.tsx'
import css from './MorePages.module.css'

export interface MorePagesProps {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  /** The label of the button. */
  label: string
  /** The number of rows; near their end the next page loads automatically. Without it, only by the button. */
  count?: number
}

/** The end of a paginated list: loads the next page, or retries it. */
export const MorePages = ({ query, label, count = 0 }: MorePagesProps) => {
  const { t } = useText()
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const more = () => void query.fetchNextPage()
  useNearEnd(end, count > 0 && hasNextPage && !isFetchingNextPage && !isFetchNextPageError, count, more)
  if (!hasNextPage) return null
  return (
    <div ref={end} className={css.end}>
      <Button kind="quiet" busy={isFetchingNextPage} onClick={more}>
        {isFetchNextPageError ? t('common.retry') : label}
      </Button>
    </div>
  )
}
