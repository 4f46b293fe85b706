import type { CalendarFilter } from '@parvis/contract/feed-filter.ts'
import type { Community } from '@parvis/contract/community.ts'
import { MonthGrid } from './components/MonthGrid.tsx'
import type { Viewer } from './components/post-actions.ts'
import { SubscribeCard } from './components/SubscribeCard.tsx'
import { useCalendarDays } from './use-calendar-days.ts'

export interface CalendarAsideProps {
  community: Pick<Community, '_id' | 'timezone'>
  me: Viewer
  filter: CalendarFilter
}

/** The column beside the calendar on wide screens: the month grid, and the subscription URL for other calendar apps. */
export const CalendarAside = ({ community, me, filter }: CalendarAsideProps) => (
  <>
    <MonthGrid {...useCalendarDays(community._id, community.timezone, filter)} />
    <SubscribeCard me={me._id} canSubscribe={me.abilities.answer} />
  </>
)
