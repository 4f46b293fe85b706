import { useText } from '#web/kernel/text/i18n.ts'
import { weekdayName } from '../calendar-days.ts'
import css from './DayMark.module.css'

/** A day as a small calendar sheet, hidden from screen readers because the text beside it names the day. */
export const DayMark = ({ day, isToday }: { day: string; isToday?: boolean }) => {
  const { language } = useText()
  return (
    <span className={css.day} data-today={isToday || undefined} aria-hidden="true">
      <small>{weekdayName(day, language)}</small>
      <b>{Number(day.slice(8))}</b>
    </span>
  )
}
