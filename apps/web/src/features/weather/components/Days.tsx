import { textIn } from '@parvis/contract/language.ts'
import { type ForecastEntry, forecastHourOf, weatherHours } from '@parvis/contract/weather.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { degreeScaleOf } from '#web/ui/day-curve.ts'
import typography from '#web/ui/typography.module.css'
import { wholeDegrees } from '../degrees.ts'
import { useDayName } from '../use-day-name.ts'
import { Day } from './Day.tsx'
import { hourText } from '../hour-text.ts'
import css from './Day.module.css'

/** The forecast for five days on a common temperature scale: a drawing, and a table for screen readers. */
export const Days = ({ entries, timezone }: { entries: readonly ForecastEntry[]; timezone: string }) => {
  const { t } = useText()
  const known = entries.flatMap(entry => weatherHours.flatMap(hour => forecastHourOf(entry, hour)?.temp ?? []))
  const scale = known.length > 0 ? degreeScaleOf(known) : undefined
  return (
    <Card as="section" aria-label={t('weather.days')}>
      <div className={css.days} aria-hidden="true">
        {entries.map(entry => (
          <Day key={entry.day} entry={entry} scale={scale} timezone={timezone} />
        ))}
      </div>
      <DaysTable entries={entries} timezone={timezone} />
    </Card>
  )
}

const DaysTable = ({ entries, timezone }: { entries: readonly ForecastEntry[]; timezone: string }) => {
  const { t, language } = useText()
  const dayName = useDayName(timezone)
  const { time } = useFormat()
  return (
    <div className={typography.hidden}>
      <table>
        <caption>{t('weather.days')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('weather.table.day')}</th>
            <th scope="col">{t('weather.table.low')}</th>
            <th scope="col">{t('weather.table.high')}</th>
            {weatherHours.map(hour => (
              <th key={hour} scope="col">
                {hourText(hour, time)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map(entry => {
            const { tempMin, tempMax } = entry.date[0]!
            const words = textIn(language, entry, 'description')
            return (
              <tr key={entry.day}>
                <th scope="row">{[dayName(entry.day), words].filter(Boolean).join(', ')}</th>
                <td>{t('weather.degrees', { temp: wholeDegrees(tempMin) })}</td>
                <td>{t('weather.degrees', { temp: wholeDegrees(tempMax) })}</td>
                {weatherHours.map(hour => {
                  const forecast = forecastHourOf(entry, hour)
                  return (
                    <td key={hour}>
                      {forecast
                        ? t('weather.table.hour', {
                            temp: wholeDegrees(forecast.temp),
                            words: textIn(language, forecast, 'description') ?? '',
                          })
                        : t('weather.table.unknown')}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
