import { textIn } from '@parvis/contract/language.ts'
import type { CurrentWeather } from '@parvis/contract/weather.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { SkyIcon } from '#web/ui/SkyIcon.tsx'
import { wholeDegrees } from '../degrees.ts'
import css from './Now.module.css'

/** The current weather: sky, degrees, and what else the provider reports. */
export const Now = ({ weather, timezone }: { weather: CurrentWeather; timezone: string }) => {
  const { t, language } = useText()
  const { time, number } = useFormat()
  const { name, main, wind, rain, sunset, date } = weather
  const sky = weather.weather[0]!
  const facts = [
    wind !== null && (['wind', t('weather.wind.kmh', { speed: number(Math.round(wind)) })] as const),
    rain !== null && (['rain', t('weather.rain.mm', { amount: number(Math.round(rain * 10) / 10) })] as const),
    sunset !== null && (['sunset', time(sunset, timezone)] as const),
  ].filter(fact => fact !== false)
  return (
    <Card as="section" className={css.now} aria-label={t('weather.now')}>
      <div className={css.main}>
        <SkyIcon code={sky.icon} />
        <span className={css.temp}>{t('weather.degrees', { temp: wholeDegrees(main.temp) })}</span>
        <span className={css.words}>
          <b>{textIn(language, sky, 'description')}</b>
          <small>{t('weather.place', { town: name, time: time(date, timezone) })}</small>
        </span>
      </div>
      {facts.length > 0 && (
        <ul className={css.facts}>
          {facts.map(([fact, figure]) => (
            <li key={fact}>
              <small>{t(`weather.${fact}`)}</small> {figure}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
