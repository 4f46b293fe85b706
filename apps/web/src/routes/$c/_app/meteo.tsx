import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { WeatherView } from '#web/features/weather/WeatherView.tsx'
import { requireFeatureSwitchedOn } from '#web/app/frame/route-guards.ts'
import { useTitle } from '#web/app/frame/title.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  useTitle(t('weather.title'), community.name)
  return <WeatherView community={community} />
}

export const Route = createFileRoute('/$c/_app/meteo')({
  beforeLoad: visit => requireFeatureSwitchedOn(visit.context.session.abilities.seeWeather, visit),
  loader: ({ context: { queryClient, session } }) => {
    // Not awaited: the screen renders its own skeleton. A dynamic import, to stay out of the initial bundle.
    import('#web/features/weather/prefetch-weather.ts')
      .then(({ prefetchWeather }) => prefetchWeather(queryClient, session.communityId))
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
