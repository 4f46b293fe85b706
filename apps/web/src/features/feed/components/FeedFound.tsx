import { useText } from '#web/kernel/text/i18n.ts'
import typography from '#web/ui/typography.module.css'

export interface FeedFoundProps {
  search: string | undefined
  settled: boolean
  count: number
  more: boolean
}

/** Tells a screen reader how many posts a search found. It stands there before there is anything to tell. */
export const FeedFound = ({ search, settled, count, more }: FeedFoundProps) => {
  const { t } = useText()
  return (
    <p className={typography.hidden} role="status">
      {search && settled && t(more ? 'feed.search.foundmore' : 'feed.search.found', { count })}
    </p>
  )
}
