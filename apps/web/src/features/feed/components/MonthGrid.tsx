import { useId } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import typography from '#web/ui/typography.module.css'
import { addMonths, dayName, daysBetween, lastDayOfMonth, weekdayName, weeksOf } from '../calendar-days.ts'
import { jumpToDay } from '../calendar-jump.ts'
import { DayCount } from './DayCount.tsx'
import type { DaysProps } from './DayStrip.tsx'
import { MonthHead } from './MonthHead.tsx'
import { useRovingDays } from './use-roving-days.ts'
import css from './MonthGrid.module.css'

const anyWeek = daysBetween('2026-06-01', '2026-06-07')

/** A month as a table. A past day is plain text; a tap on any other day scrolls the calendar list to that day. */
export const MonthGrid = ({ today, month, counts, onMonth }: DaysProps) => {
  const { language } = useText()
  const id = useId()
  const days = daysBetween(month < today ? today : month, lastDayOfMonth(month))
  const roving = useRovingDays(days, days[0]!, day => onMonth(addMonths(day, 0)))
  return (
    <section className={css.card} aria-labelledby={id}>
      <MonthHead
        id={id}
        month={month}
        first={today}
        onMonth={next => {
          onMonth(next)
          // The calendar list scrolls to the month that is shown.
          jumpToDay(next < today ? today : next, false)
        }}
      />
      <table aria-labelledby={id}>
        <thead>
          <tr>
            {anyWeek.map(day => (
              <th key={day} scope="col">
                <span aria-hidden="true">{weekdayName(day, language, true)}</span>
                <span className={typography.hidden}>{dayName(day, language).split(' ')[0]}</span>
              </th>
            ))}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows go through the buttons in it */}
        <tbody {...roving.listProps}>
          {weeksOf(month).map(days => (
            <tr key={days.find(Boolean)}>
              {days.map((day, n) => (
                <td key={day ?? n}>
                  {day &&
                    (day < today ? (
                      <span>{Number(day.slice(8))}</span>
                    ) : (
                      <button
                        type="button"
                        aria-current={day === today ? 'date' : undefined}
                        onClick={() => jumpToDay(day)}
                        {...roving.dayPropsOf(day)}
                      >
                        <span aria-hidden="true">{Number(day.slice(8))}</span>
                        <DayCount day={day} counts={counts} />
                      </button>
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
