import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { WeatherView } from '#web/features/weather/WeatherView.tsx'
import { requireFeatureSwitchedOn } from '#web/app/frame/route-guards.ts'
import { useMember, useTextTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const { community } = useMember()
  useTextTitle('weather.title', community)
  return <WeatherView community={community} />
}

export const Route = createFileRoute('/$c/_app/meteo')({
  beforeLoad: visit => requireFeatureSwitchedOn(visit.context.session.abilities.seeWeather, visit),
  loader: ({ context: { queryClient, session } }) => {
    // Not awaited: the screen renders its own skeleton. A dynamic import, to stay out of the initial bundle.
    import('#web/features/weather/weather.queries.ts')
      .then(({ currentWeatherQuery, forecastQuery }) =>
        Promise.all([
          queryClient.query(currentWeatherQuery(session.communityId)),
          queryClient.query(forecastQuery(session.communityId)),
        ]),
      )
      .catch(() => {})
    return loadTexts('weather')
  },
  staticData: {
    tab: {
      key: 'weather',
      position: 3,
      label: 'session.tab.weather',
      icon: 'cloud-sun',
      isOffered: (community, abilities) => community.weather && abilities.seeWeather,
    },
  },
  component: Screen,
})
