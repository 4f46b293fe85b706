import type { Community } from '@parvis/contract/community.ts'
import { textIn } from '@parvis/contract/language.ts'
import { Link } from '@tanstack/react-router'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { HourCurve } from './components/HourCurve.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SkyIcon } from '#web/ui/SkyIcon.tsx'
import { wholeDegrees } from './degrees.ts'
import css from './NowAside.module.css'
import { sampleHours } from './weather-outlook.ts'
import { useWeatherNow } from './use-weather-now.ts'

/** The weather now and until midnight, beside other screens in wide windows; renders nothing without weather. */
export const NowAside = ({ community }: { community: Pick<Community, '_id' | 'customUri' | 'timezone'> }) => {
  const { t, language } = useText()
  const { time } = useFormat()
  const { weather, isLoading } = useWeatherNow(community)
  if (isLoading)
    return (
      <div className={css.card} role="status" aria-label={t('common.loading')}>
        <div className={css.now}>
          <Skeleton shape="disc" />
          <div className={css.words}>
            <Skeleton width={70} />
            <Skeleton width={50} />
          </div>
        </div>
        <div className={css.hours} />
      </div>
    )
  if (!weather) return null
  const { current, sky, summary, now, isOutdated } = weather
  const { sunset, name, date } = current
  const degrees = (temp: number) => t('weather.degrees', { temp: wholeDegrees(temp) })
  const hours = sampleHours(weather.hours, now)
  return (
    <Link className={css.card} to="/$c/meteo" params={{ c: community.customUri }}>
      <span className={css.now}>
        <SkyIcon code={sky.icon} size="l" />
        <b>{degrees(current.main.temp)}</b>
        <span className={css.words}>
          <b>{isOutdated ? textIn(language, sky, 'description') : summary}</b>
          <small>
            {!isOutdated && sunset !== null && Date.parse(sunset) > now
              ? t('weather.sunset.at', { time: time(sunset, community.timezone) })
              : t('weather.place', { town: name, time: time(date, community.timezone) })}
          </small>
        </span>
      </span>
      {hours.length > 1 && (
        <HourCurve
          hours={hours.map(one => ({
            hour: time(one.at, community.timezone),
            temp: one.temp,
            degrees: degrees(one.temp),
            icon: one.icon,
            words: textIn(language, one, 'description'),
          }))}
        />
      )}
    </Link>
  )
}
