import type { CalendarFilter } from '@parvis/contract/feed-filter.ts'
import type { Community } from '@parvis/contract/community.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Chip, Chips } from '#web/ui/Chips.tsx'

const groups = [
  { filter: 'activity', picto: 'clinking-glasses' },
  { filter: 'proposal', picto: 'handshake' },
  { filter: 'like', picto: 'loudspeaker' },
  { filter: 'gooddeal', picto: 'shopping-bags' },
] as const

export interface CalendarFiltersProps {
  community: Pick<Community, 'gooddeal'>
  filter: CalendarFilter
  /** Whether the filter of the viewer’s own events is shown; guests cannot have any. */
  showsMine: boolean
  onFilter: (filter: CalendarFilter) => void
}

export const CalendarFilters = ({ community, filter, showsMine, onFilter }: CalendarFiltersProps) => {
  const { t } = useText()
  return (
    <Chips label={t('feed.filter.label')}>
      <Chip selected={filter === 'all'} onClick={() => onFilter('all')}>
        {t('calendar.filter.all')}
      </Chip>
      {showsMine && (
        <Chip selected={filter === 'my'} icon="check" onClick={() => onFilter('my')}>
          {t('calendar.filter.my')}
        </Chip>
      )}
      {groups
        .filter(group => group.filter !== 'gooddeal' || community.gooddeal)
        .map(({ filter: group, picto }) => (
          <Chip key={group} selected={filter === group} picto={picto} onClick={() => onFilter(group)}>
            {t(`feed.filter.${group}`)}
          </Chip>
        ))}
    </Chips>
  )
}
