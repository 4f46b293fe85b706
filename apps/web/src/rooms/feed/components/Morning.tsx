import type { LiveEvent } from '@parvis/contract/feed.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import typography from '#web/ui/typography.module.css'
import { dayCurve, skyOf } from '../sky.ts'
import css from './Morning.module.css'

const HEIGHT = 60

/** The day's weather at four hours. */
export const Morning = ({ hours }: { hours: NonNullable<LiveEvent['weather']> }) => {
  const { t, language } = useText()
  return (
    <div className={css.morning}>
      <svg className={css.curve} viewBox={`0 0 400 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path
          d={dayCurve(
            hours.map(({ temp }) => temp),
            HEIGHT,
          )}
        />
      </svg>
      <ol className={css.hours}>
        {hours.map(hour => {
          const { icon, sky } = skyOf(hour.icon)
          const words = textIn(language, hour, 'description')
          return (
            <li key={hour.hour}>
              <span className={css.sky} data-sky={sky}>
                <Icon name={icon} />
              </span>
              {words && <span className={typography.hidden}>{words}</span>}
              <b>{t('feed.weather.degrees', { temp: Math.round(hour.temp) })}</b>
              <small>{t('feed.weather.hour', { hour: hour.hour })}</small>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
