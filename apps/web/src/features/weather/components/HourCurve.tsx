import { dayCurve } from '#web/ui/day-curve.ts'
import { SkyIcon } from '#web/ui/SkyIcon.tsx'
import typography from '#web/ui/typography.module.css'
import css from './HourCurve.module.css'

const HEIGHT = 46

export interface HourCurveProps {
  /** At most five hours. `icon` is an OpenWeather code, `words` its description. */
  hours: { hour: string; temp: number; degrees: string; icon: string; words?: string | null }[]
}

/** The weather of some hours: the degrees as a line, and each hour in text below it. */
export const HourCurve = ({ hours }: HourCurveProps) => {
  const { line } = dayCurve(
    hours.map(({ temp }) => temp),
    HEIGHT,
  )
  return (
    <>
      <svg className={css.curve} viewBox={`0 0 400 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={line} />
      </svg>
      <div className={css.container}>
        <ol className={css.hours}>
          {hours.map(({ hour, degrees, icon, words }) => (
            <li key={hour}>
              <SkyIcon code={icon} />
              {words && <span className={typography.hidden}>{words}</span>}
              <b>{degrees}</b>
              <small>{hour}</small>
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}
