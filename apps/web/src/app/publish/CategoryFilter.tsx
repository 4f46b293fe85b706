import type { FeedFilter } from '@parvis/contract/feed-filter.ts'
import { useEffect, useState } from 'react'
import { withTexts, useText } from '#web/kernel/text/i18n.ts'
import type * as Part from '#web/features/publish/CategoryFilter.tsx'
import { Chip } from '#web/ui/Chips.tsx'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'

export interface CategoryFilterProps {
  communityId: string
  filter: FeedFilter
  onFilter: (filter: FeedFilter) => void
}

const loadCategoryFilter = () => withTexts(import('#web/features/publish/CategoryFilter.tsx'), 'publish')

/** The category filter, whose choices load when it is opened or a category is selected. */
export const CategoryFilter = ({ communityId, filter, onFilter }: CategoryFilterProps) => {
  const { t } = useText()
  const [part, setPart] = useState<typeof Part | null>(null)
  const [open, setOpen] = useState(false)
  const isCategory = filter.includes('-')
  useEffect(() => {
    if (isCategory) loadCategoryFilter().then(setPart, () => {})
  }, [isCategory])
  const openFilter = () => {
    setOpen(true)
    loadCategoryFilter().then(setPart, onChunkLoadFailed)
  }
  return part && (isCategory || open) ? (
    <part.CategoryFilter
      communityId={communityId}
      chosenId={isCategory ? filter : null}
      isOpen={open}
      onOpenChange={setOpen}
      onChoose={id => onFilter(id ?? 'all')}
    />
  ) : (
    <Chip selected={false} expanded={false} icon="sliders-horizontal" onClick={openFilter}>
      {t('feed.filter.categories')}
    </Chip>
  )
}
