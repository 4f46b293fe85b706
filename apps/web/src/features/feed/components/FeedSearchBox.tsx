import { MAX_SEARCH_LENGTH } from '@parvis/contract/feed-filter.ts'
import { useDebouncedText } from '#web/kernel/screen/debounced-text.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { SearchField } from '#web/ui/SearchField.tsx'

export interface FeedSearchBoxProps {
  /** Search text in the URL. */
  value: string
  onSearch: (value: string) => void
  autoFocus?: boolean
}

/** Debounced search field, which also follows changes of the URL, such as going back. */
export const FeedSearchBox = ({ value, onSearch, autoFocus }: FeedSearchBoxProps) => {
  const { t } = useText()
  const [draft, setDraft] = useDebouncedText(value, onSearch)
  return (
    <SearchField
      label={t('feed.search.label')}
      value={draft}
      onChange={setDraft}
      maxLength={MAX_SEARCH_LENGTH}
      autoFocus={autoFocus}
    />
  )
}
