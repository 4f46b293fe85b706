import type { Community } from '@parvis/contract/community.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SkyIcon } from '#web/ui/SkyIcon.tsx'
import { wholeDegrees } from './degrees.ts'
import css from './NowAside.module.css'
import { currentWeatherQuery } from './weather.queries.ts'

/** The weather now, beside the other tabs on wide screens; they do without it where it cannot be had. */
export const NowAside = ({ community }: { community: Pick<Community, '_id' | 'customUri' | 'timezone'> }) => {
  const { t, language } = useText()
  const { time } = useFormat()
  const { data, isLoading } = useQuery(currentWeatherQuery(community._id))
  if (isLoading)
    return (
      <div className={css.card} role="status" aria-label={t('common.loading')}>
        <Skeleton shape="disc" />
        <div className={css.words}>
          <Skeleton width={70} />
          <Skeleton width={50} />
        </div>
      </div>
    )
  if (!data) return null
  const sky = data.weather[0]!
  return (
    <Link className={css.card} to="/$c/meteo" params={{ c: community.customUri }}>
      <SkyIcon code={sky.icon} size="l" />
      <b>{t('weather.degrees', { temp: wholeDegrees(data.main.temp) })}</b>
      <span className={css.words}>
        {textIn(language, sky, 'description')}
        <small>{t('weather.place', { town: data.name, time: time(data.date, community.timezone) })}</small>
      </span>
    </Link>
  )
}
