import { useText } from '#web/kernel/text/i18n.ts'
import typography from '#web/ui/typography.module.css'

export interface SearchResultCountProps {
  search: string | undefined
  isSettled: boolean
  count: number
  hasMore: boolean
}

/** Announces the number of search results. Always rendered: a live region must exist before its text changes. */
export const SearchResultCount = ({ search, isSettled, count, hasMore }: SearchResultCountProps) => {
  const { t } = useText()
  return (
    <p className={typography.hidden} role="status">
      {search && isSettled && t(hasMore ? 'feed.search.foundmore' : 'feed.search.found', { count })}
    </p>
  )
}
