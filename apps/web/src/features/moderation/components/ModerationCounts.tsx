import { withFrenchOrdinal, type Language } from '@parvis/contract/language.ts'
import type { MonthCounts } from '@parvis/contract/moderation.ts'
import { useQuery } from '@tanstack/react-query'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText, type Translate } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { InlineError, LastUpdated } from '#web/ui/LoadError.tsx'
import typography from '#web/ui/typography.module.css'
import { actedOnCount, durationOf, isEmptyMonth } from '../case-text.ts'
import { moderationCountsQuery } from '../moderation.queries.ts'
import css from './ModerationCounts.module.css'

/** The columns `acted`, `kept` and `undecided` add up to `cases`. */
const columns = ['cases', 'acted', 'kept', 'undecided', 'appeals', 'time'] as const

const locales = { en: 'en-GB', fr: 'fr-FR' } as const satisfies Record<Language, string>

/** "Jun 2026" for 2026-06. */
const monthName = (month: string, language: Language): string => {
  const formatter = new Intl.DateTimeFormat(locales[language], { month: 'short', year: 'numeric', timeZone: 'UTC' })
  return withFrenchOrdinal(formatter.format(new Date(`${month}-01T00:00:00Z`)), language)
}

const durationText = (hours: number, t: Translate): string => {
  const { unit, count } = durationOf(hours)
  return unit === 'days' ? t('rules.counts.days', { days: count }) : t('rules.counts.hours', { hours: count })
}

/** Table of the moderation cases of each month with their outcomes. */
export const ModerationCounts = ({ communityId }: { communityId: string }) => {
  const { t, language } = useText()
  const { number } = useFormat()
  const query = useQuery(moderationCountsQuery(communityId))
  const state = viewStateOf(query)
  if (state === 'waiting') return <SkeletonCard photo={false} />
  if (state === 'failed') return <InlineError text={t('rules.counts.failed')} onRetry={() => void query.refetch()} />
  const months = query.data ?? []
  const activeMonths = months.filter(month => !isEmptyMonth(month))
  if (activeMonths.length === 0) return <p className={typography.muted}>{t('rules.counts.none')}</p>
  const pendingCount = months.reduce((sum, month) => sum + month.waiting, 0)
  const cellsOf = (month: MonthCounts) => [
    { key: 'cases', text: number(month.cases) },
    { key: 'acted', text: number(actedOnCount(month)) },
    { key: 'kept', text: number(month.decisions.keep) },
    { key: 'undecided', text: number(month.waiting) },
    {
      key: 'appeals',
      text:
        month.overturned > 0
          ? t('rules.counts.appeals.won', { appeals: month.appeals, overturned: month.overturned })
          : number(month.appeals),
    },
    { key: 'time', text: month.medianHours === null ? '–' : durationText(month.medianHours, t) },
  ]
  return (
    <>
      {state === 'stale' && <LastUpdated query={query} />}
      <Card className={css.counts} role="region" aria-labelledby="counts" tabIndex={0}>
        <table>
          <caption id="counts">{t('rules.counts')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('rules.counts.month')}</th>
              {columns.map(key => (
                <th key={key} scope="col" data-column={key}>
                  {t(`rules.counts.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {activeMonths.map(month => (
              <tr key={month.month}>
                <th scope="row">{monthName(month.month, language)}</th>
                {cellsOf(month).map(({ key, text }) => (
                  <td key={key} data-column={key}>
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <p className={typography.meta}>
        {t('rules.counts.waiting', { count: pendingCount })} {t('rules.counts.note')}
      </p>
    </>
  )
}
