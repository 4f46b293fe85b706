import type { Community } from '@parvis/contract/community.ts'
import { useQuery } from '@tanstack/react-query'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { ageInSentence } from '#web/kernel/text/age-in-sentence.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Main, ScreenHeader } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError, InlineError, LastUpdated } from '#web/ui/LoadError.tsx'
import { showToast } from '#web/ui/toasts.ts'
import typography from '#web/ui/typography.module.css'
import { Days } from './components/Days.tsx'
import { Now } from './components/Now.tsx'
import { WeatherSkeleton } from './components/WeatherSkeleton.tsx'
import { currentWeatherQuery, forecastQuery } from './weather.queries.ts'

/** The weather at the community: now, and for five days. */
export const WeatherView = ({ community: { _id, timezone } }: { community: Pick<Community, '_id' | 'timezone'> }) => {
  const { t } = useText()
  const format = useFormat()
  const current = useQuery(currentWeatherQuery(_id))
  const forecast = useQuery(forecastQuery(_id))
  const [now, days] = [viewStateOf(current), viewStateOf(forecast)]
  const today = forecast.data?.[0]
  const refetchAll = async () => {
    const [now, days] = await Promise.all([current.refetch(), forecast.refetch()])
    if (now.data?.stale || days.data?.[0]?.stale) showToast({ kind: 'info', text: t('weather.still') })
  }
  // The server responded with weather that is itself out of date.
  const outdated = [current.data, today].find(data => data?.stale)
  const isStale = now === 'stale' || days === 'stale'
  /** Error in place of a missing part; nothing where the notice above covers both parts. */
  const missingPart = (query: typeof current | typeof forecast) =>
    isStale || outdated ? null : <InlineError text={t('weather.failed.part')} onRetry={() => void query.refetch()} />
  return (
    <>
      <TopBar />
      <Main>
        <ScreenHeader title={t('weather.title')} />
        {now === 'failed' && days === 'failed' ? (
          <LoadError query={{ ...forecast, refetch: refetchAll }} title={t('weather.failed.title')} />
        ) : now === 'waiting' && days === 'waiting' ? (
          <WeatherSkeleton />
        ) : (
          <>
            {isStale ? (
              <LastUpdated query={{ ...(now === 'stale' ? current : forecast), refetch: refetchAll }} />
            ) : (
              outdated && (
                <InlineError
                  text={t('weather.stale', ageInSentence(format, outdated.updatedAt))}
                  onRetry={refetchAll}
                />
              )
            )}
            {current.data ? (
              <Now weather={current.data} timezone={timezone} />
            ) : now === 'waiting' ? (
              <WeatherSkeleton part="now" />
            ) : (
              missingPart(current)
            )}
            {forecast.data ? (
              <Days entries={forecast.data} timezone={timezone} />
            ) : days === 'waiting' ? (
              <WeatherSkeleton part="days" />
            ) : (
              missingPart(forecast)
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
