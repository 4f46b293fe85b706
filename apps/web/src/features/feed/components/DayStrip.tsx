import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { daysBetween, lastDayOfMonth, weekdayName } from '../calendar-days.ts'
import { jumpToDay } from '../calendar-jump.ts'
import { DayCount } from './DayCount.tsx'
import { MonthHead } from './MonthHead.tsx'
import { useRovingDays } from './use-roving-days.ts'
import css from './DayStrip.module.css'

export interface DaysProps {
  today: string
  /** First day of the month that is shown. */
  month: string
  /** Number of events by day; while undefined, no count is announced. */
  counts: Readonly<Record<string, number>> | undefined
  onMonth: (month: string) => void
}

/** The days of a month from today on, in a row that scrolls sideways. */
export const DayStrip = ({ today, month, counts, onMonth }: DaysProps) => {
  const { t, language } = useText()
  const stripRef = useRef<HTMLDivElement>(null)
  const days = daysBetween(month < today ? today : month, lastDayOfMonth(month))
  const roving = useRovingDays(days, days[0]!, onMonth)
  const [selected, setSelected] = useState<string | null>(null)
  useEffect(() => {
    stripRef.current?.scrollTo({ left: 0 })
  }, [month])
  return (
    <div className={css.part}>
      <MonthHead month={month} first={today} onMonth={onMonth} />
      <div ref={stripRef} className={css.strip} role="group" aria-label={t('calendar.days')}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows go through the buttons in it */}
        <ol {...roving.listProps}>
          {days.map(day => (
            <li key={day}>
              <button
                type="button"
                className={css.day}
                aria-current={day === today ? 'date' : undefined}
                data-chosen={day === selected || undefined}
                onClick={() => {
                  setSelected(day)
                  jumpToDay(day)
                }}
                {...roving.dayPropsOf(day)}
              >
                <small aria-hidden="true">{weekdayName(day, language)}</small>
                <b aria-hidden="true">{Number(day.slice(8))}</b>
                <DayCount day={day} counts={counts} />
              </button>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}
