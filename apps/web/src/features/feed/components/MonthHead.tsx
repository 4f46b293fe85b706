import { useText } from '#web/kernel/text/i18n.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { addMonths, monthName } from '../calendar-days.ts'
import css from './MonthHead.module.css'

export interface MonthHeadProps {
  id?: string
  /** Any day of the month that is shown. */
  month: string
  /** Any day of the earliest month that can be shown. */
  first: string
  onMonth: (month: string) => void
}

/** The name of the month, with buttons for the previous and the next one. */
export const MonthHead = ({ id, month, first, onMonth }: MonthHeadProps) => {
  const { language, t } = useText()
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)]
  const isFirst = before < addMonths(first, 0)
  return (
    <div className={css.head}>
      <h2 id={id} aria-live="polite">
        {monthName(month, language)}
      </h2>
      <IconButton
        icon="chevron-left"
        label={t('calendar.month.see', { month: monthName(before, language) })}
        aria-disabled={isFirst || undefined}
        onClick={() => !isFirst && onMonth(before)}
      />
      <IconButton
        icon="chevron-right"
        label={t('calendar.month.see', { month: monthName(after, language) })}
        onClick={() => onMonth(after)}
      />
    </div>
  )
}
