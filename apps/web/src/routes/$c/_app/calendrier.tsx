import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { calendarFilterOf } from '#web/features/feed/calendar-days.ts'
import { readFeedSearch } from '#web/features/feed/feed.search.ts'
import { CalendarView } from '#web/features/feed/CalendarView.tsx'
import { useMember, useTextTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const { community, session } = useMember()
  const navigate = Route.useNavigate()
  const filter = calendarFilterOf(Route.useSearch().filter)
  useTextTitle('calendar.title', community)
  return (
    <CalendarView
      community={community}
      me={session}
      filter={filter}
      onFilter={next =>
        void navigate({ search: next === 'all' ? {} : { filter: next }, replace: true, resetScroll: false })
      }
    />
  )
}

export const Route = createFileRoute('/$c/_app/calendrier')({
  validateSearch: readFeedSearch,
  loader: () => loadTexts('feed'),
  staticData: { innerOf: 'live' },
  component: Screen,
})
