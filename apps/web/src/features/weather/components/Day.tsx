import { textIn } from '@parvis/contract/language.ts'
import { type ForecastEntry, forecastHourOf, weatherHours } from '@parvis/contract/weather.ts'
import type { CSSProperties } from 'react'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { CURVE_WIDTH, dayCurve, type DegreeScale } from '#web/ui/day-curve.ts'
import { SkyIcon } from '#web/ui/SkyIcon.tsx'
import { wholeDegrees } from '../degrees.ts'
import { hourText } from '../hour-text.ts'
import { useDayName } from '../use-day-name.ts'
import css from './Day.module.css'

/** Height of the drawing; the style sheet sets the same height in its own units. */
const HEIGHT = 76
/** Space for the degrees above the curve. */
const LABEL_SPACE = 26

export interface DayProps {
  entry: ForecastEntry
  /** Temperature scale shared by all days; undefined when no hour is known. */
  scale: DegreeScale | undefined
  timezone: string
}

/** A day as a curve through its four hours. */
export const Day = ({ entry, scale, timezone }: DayProps) => {
  const { t, language } = useText()
  const { time } = useFormat()
  const dayName = useDayName(timezone)
  const { tempMin, tempMax } = entry.date[0]!
  const hours = weatherHours.map(hour => forecastHourOf(entry, hour))
  const curve = dayCurve(
    hours.map(hour => hour?.temp ?? null),
    HEIGHT,
    scale,
    LABEL_SPACE,
  )
  const degrees = (temp: number) => t('weather.degrees', { temp: wholeDegrees(temp) })
  return (
    <div className={css.day}>
      <div className={css.name}>
        <span>
          <b>{dayName(entry.day)}</b> <small>{textIn(language, entry, 'description')}</small>
        </span>
        <span className={css.range}>
          <small>{degrees(tempMin)}</small> {degrees(tempMax)}
        </span>
      </div>
      <div>
        <div className={css.plot}>
          <svg viewBox={`0 0 ${CURVE_WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
            <path className={css.area} d={curve.area} />
            <path className={css.line} d={curve.edgeToEdge} />
          </svg>
          <div className={css.columns}>
            {hours.map((hour, n) => (
              <span key={weatherHours[n]} style={{ '--depth': curve.depths[n] ?? 0 } as CSSProperties}>
                {hour && <b>{degrees(hour.temp)}</b>}
              </span>
            ))}
          </div>
        </div>
        <div className={css.hours}>
          {hours.map((hour, n) => (
            <span key={weatherHours[n]}>
              {hour && <SkyIcon code={hour.icon} />}
              <small>{hourText(weatherHours[n]!, time)}</small>
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}
