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
  /** What asks for more. */
  label: string
  /** The next page comes as the end of this many rows does; without it, by hand alone. */
  count?: number
}

/** The end of a list in pages: asks for the next one, and again where it did not come. */
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
