import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { calendarFilterOf } from '#web/features/feed/calendar-days.ts'
import { readFeedSearch } from '#web/features/feed/feed.search.ts'
import { CalendarView } from '#web/features/feed/CalendarView.tsx'
import { useTitle } from '#web/app/frame/title.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  const { session } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const filter = calendarFilterOf(Route.useSearch().filter)
  useTitle(t('calendar.title'), community.name)
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
  loader: () => loadTexts('feed', 'calendar'),
  staticData: { innerOf: 'live' },
  component: Screen,
})
