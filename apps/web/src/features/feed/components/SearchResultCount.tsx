import { useText } from '#web/kernel/text/i18n.ts'
import typography from '#web/ui/typography.module.css'

export interface SearchResultCountProps {
  search: string | undefined
  settled: boolean
  count: number
  more: boolean
}

/** Announces the number of search results. Always rendered: a live region must exist before its text changes. */
export const SearchResultCount = ({ search, settled, count, more }: SearchResultCountProps) => {
  const { t } = useText()
  return (
    <p className={typography.hidden} role="status">
      {search && settled && t(more ? 'feed.search.foundmore' : 'feed.search.found', { count })}
    </p>
  )
}
