import { useText } from '#web/kernel/text/i18n.ts'
import { dayName, type DayOfEvents } from '../calendar-days.ts'
import { CalendarRow, type CalendarRowProps } from './CalendarRow.tsx'
import { DayMark } from './DayMark.tsx'
import css from './AgendaDay.module.css'

export interface AgendaDayProps extends Pick<CalendarRowProps, 'community' | 'me'>, DayOfEvents {
  today: string
}

/** One day of the calendar list, with a sticky date. */
export const AgendaDay = ({ day, events, today, ...rest }: AgendaDayProps) => {
  const { t, language } = useText()
  const name = dayName(day, language)
  return (
    <section
      className={css.day}
      data-agenda={day}
      tabIndex={-1}
      aria-label={day === today ? t('calendar.today', { day: name }) : name}
    >
      <DayMark day={day} isToday={day === today} />
      <ul>
        {events.map(dated => (
          <CalendarRow key={dated.post._id} datedPost={dated} day={day} {...rest} />
        ))}
      </ul>
    </section>
  )
}
