import { useText } from '#web/kernel/text/i18n.ts'
import typography from '#web/ui/typography.module.css'
import { dayName } from '../calendar-days.ts'
import css from './DayCount.module.css'

const MAX_DOTS = 3

/** Shows the number of events of a day as up to three dots, with a text for screen readers. */
export const DayCount = ({ day, counts }: { day: string; counts: Readonly<Record<string, number>> | undefined }) => {
  const { t, language } = useText()
  const name = dayName(day, language)
  const count = counts?.[day] ?? 0
  return (
    <>
      <i className={css.dots} aria-hidden="true">
        {Array.from({ length: Math.min(count, MAX_DOTS) }, (_, n) => (
          <i key={n} />
        ))}
      </i>
      <span className={typography.hidden}>{counts ? t('calendar.day.count', { day: name, count }) : name}</span>
    </>
  )
}
