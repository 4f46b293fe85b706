import type { FeedPost } from '@parvis/contract/feed.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { dayCurve } from '#web/ui/day-curve.ts'
import { SkyIcon } from '#web/ui/SkyIcon.tsx'
import typography from '#web/ui/typography.module.css'
import css from './MorningWeather.module.css'

const HEIGHT = 60

export const MorningWeather = ({ hours }: { hours: NonNullable<FeedPost['weather']> }) => {
  const { t, language } = useText()
  const { line } = dayCurve(
    hours.map(({ temp }) => temp),
    HEIGHT,
  )
  return (
    <div className={css.morning}>
      <svg className={css.curve} viewBox={`0 0 400 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={line} />
      </svg>
      <ol className={css.hours}>
        {hours.map(hour => {
          const description = textIn(language, hour, 'description')
          return (
            <li key={hour.hour}>
              <SkyIcon code={hour.icon} />
              {description && <span className={typography.hidden}>{description}</span>}
              <b>{t('feed.weather.degrees', { temp: Math.round(hour.temp) })}</b>
              <small>{t('feed.weather.hour', { hour: hour.hour })}</small>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
