import type { Community } from '@parvis/contract/community.ts'
import { useQuery } from '@tanstack/react-query'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { whenWithin } from '#web/kernel/text/when-within.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Main, ScreenHead } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { Failed, FailedPart, LastSeen } from '#web/ui/Trouble.tsx'
import { showToast } from '#web/ui/toasts.ts'
import typography from '#web/ui/typography.module.css'
import { Days } from './components/Days.tsx'
import { Now } from './components/Now.tsx'
import { WeatherWaiting } from './components/WeatherWaiting.tsx'
import { currentWeatherQuery, forecastQuery } from './weather.queries.ts'

export interface WeatherViewProps {
  community: Pick<Community, '_id' | 'timezone'>
}

/** The weather at the community: now, and for five days. */
export const WeatherView = ({ community: { _id, timezone } }: WeatherViewProps) => {
  const { t } = useText()
  const format = useFormat()
  const current = useQuery(currentWeatherQuery(_id))
  const forecast = useQuery(forecastQuery(_id))
  const [now, days] = [stateOf(current), stateOf(forecast)]
  const today = forecast.data?.[0]
  const again = async () => {
    const [now, days] = await Promise.all([current.refetch(), forecast.refetch()])
    if (now.data?.stale || days.data?.[0]?.stale) showToast({ kind: 'info', text: t('weather.still') })
  }
  // The server answered, but had nothing newer itself.
  const old = [current.data, today].find(told => told?.stale)
  const isSeen = now === 'stale' || days === 'stale'
  /** In place of a part that is missing; nothing where the notice above speaks for both. */
  const missing = (query: typeof current | typeof forecast) =>
    isSeen || old ? null : <FailedPart text={t('weather.failed.part')} onRetry={() => void query.refetch()} />
  return (
    <>
      <TopBar />
      <Main>
        <ScreenHead title={t('weather.title')} />
        {now === 'failed' && days === 'failed' ? (
          <Failed query={{ ...forecast, refetch: again }} title={t('weather.failed.title')} />
        ) : now === 'waiting' && days === 'waiting' ? (
          <WeatherWaiting />
        ) : (
          <>
            {isSeen ? (
              <LastSeen query={{ ...(now === 'stale' ? current : forecast), refetch: again }} />
            ) : (
              old && <FailedPart text={t('weather.stale', whenWithin(format, old.updatedAt))} onRetry={again} />
            )}
            {current.data ? (
              <Now weather={current.data} timezone={timezone} />
            ) : now === 'waiting' ? (
              <WeatherWaiting part="now" />
            ) : (
              missing(current)
            )}
            {forecast.data ? (
              <Days entries={forecast.data} timezone={timezone} />
            ) : days === 'waiting' ? (
              <WeatherWaiting part="days" />
            ) : (
              missing(forecast)
            )}
            {today && (
              <p className={typography.meta}>
                {t('weather.source', { source: today.source, time: format.time(today.updatedAt, timezone) })}
              </p>
            )}
          </>
        )}
      </Main>
    </>
  )
}
