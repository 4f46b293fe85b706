import type { Community } from '@parvis/contract/community.ts'
import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SkyIcon } from '#web/ui/SkyIcon.tsx'
import { wholeDegrees } from './degrees.ts'
import { useWeatherNow } from './use-weather-now.ts'

/** The weather now in one line; renders nothing without weather. */
export const WeatherFact = ({ community }: { community: Pick<Community, '_id' | 'customUri' | 'timezone'> }) => {
  const { t } = useText()
  const { weather, isLoading } = useWeatherNow(community)
  if (isLoading) return <Skeleton />
  if (!weather) return null
  const { current, sky, summary } = weather
  return (
    <Link to="/$c/meteo" params={{ c: community.customUri }}>
      <SkyIcon code={sky.icon} size="s" />
      <span>
        <b>{t('weather.degrees', { temp: wholeDegrees(current.main.temp) })}</b>
        {summary && `, ${summary}`}
      </span>
    </Link>
  )
}
