import type { Community } from '@parvis/contract/community.ts'
import { feedFilters, type FeedFilter } from '@parvis/contract/feed-filter.ts'
import type { ReactNode } from 'react'
import { type Translate, useText } from '#web/kernel/text/i18n.ts'
import { Chip, ChipLink, Chips } from '#web/ui/Chips.tsx'

export interface FeedFiltersProps {
  community: Pick<Community, 'customUri' | 'communitytype' | 'gooddeal' | 'weather' | 'hasOrganizationChannel'>
  filter: FeedFilter
  /** Whether the filter of the viewer’s own posts is shown; guests cannot have any. */
  showsMine: boolean
  onFilter: (filter: FeedFilter) => void
  /** Filter by template category, shown after the groups. */
  categoryFilter?: ReactNode
}

const groups = [
  { filter: 'activity', picto: 'clinking-glasses' },
  { filter: 'proposal', picto: 'handshake' },
  { filter: 'post', picto: 'memo' },
  { filter: 'like', picto: 'loudspeaker' },
  { filter: 'gooddeal', picto: 'shopping-bags' },
  { filter: 'welcome', picto: 'waving-hand' },
  { filter: 'weather', picto: 'sun-behind-cloud' },
] as const

/** Returns the name of a filter; null for a template category, whose name this feature does not know. */
export const filterNameOf = (t: Translate, type: Community['communitytype'], filter: FeedFilter): string | null => {
  const known = feedFilters.find(one => one === filter)
  return known ? t(`feed.filter.${known}`, { type }) : null
}

export const FeedFilters = ({ community, filter, showsMine, onFilter, categoryFilter }: FeedFiltersProps) => {
  const { t } = useText()
  const visibleGroups = groups.filter(
    group =>
      !(group.filter === 'gooddeal' && !community.gooddeal) && !(group.filter === 'weather' && !community.weather),
  )
  return (
    <Chips label={t('feed.filter.label')}>
      <Chip selected={filter === 'all'} onClick={() => onFilter('all')}>
        {t('feed.filter.all')}
      </Chip>
      <ChipLink icon="calendar" to="/$c/calendrier" params={{ c: community.customUri }}>
        {t('feed.calendar')}
      </ChipLink>
      {community.hasOrganizationChannel && (
        <Chip selected={filter === 'community'} onClick={() => onFilter('community')}>
          {t('feed.filter.community', { type: community.communitytype })}
        </Chip>
      )}
      {showsMine && (
        <Chip selected={filter === 'my'} onClick={() => onFilter('my')}>
          {t('feed.filter.my')}
        </Chip>
      )}
      {visibleGroups.map(group => (
        <Chip
          key={group.filter}
          selected={filter === group.filter}
          picto={group.picto}
          onClick={() => onFilter(group.filter)}
        >
          {t(`feed.filter.${group.filter}`)}
        </Chip>
      ))}
      {categoryFilter}
    </Chips>
  )
}
