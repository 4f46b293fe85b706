import { MAX_SEARCH_LENGTH } from '@parvis/contract/feed-filter.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { SearchField } from '#web/ui/SearchField.tsx'

const DEBOUNCE_MS = 300

export interface FeedSearchBoxProps {
  /** Search text in the URL. */
  value: string
  onSearch: (value: string) => void
  autoFocus?: boolean
}

/** Debounced search field, which also follows changes of the URL, such as going back. */
export const FeedSearchBox = ({ value, onSearch, autoFocus }: FeedSearchBoxProps) => {
  const { t } = useText()
  const [draft, setDraft] = useState(value)
  const [sent, setSent] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (value !== lastValue) {
    setLastValue(value)
    if (value !== sent) setDraft(value)
  }
  const send = useEffectEvent((text: string) => {
    if (text === value) return
    setSent(text)
    onSearch(text)
  })
  useEffect(() => {
    const timer = setTimeout(() => send(draft.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [draft])
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
