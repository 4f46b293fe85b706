import type { CalendarFilter } from '@parvis/contract/feed-filter.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { addMonths, lastDayOfMonth } from './calendar-days.ts'
import { calendarDaysQuery } from './calendar.queries.ts'
import type { DaysProps } from './components/DayStrip.tsx'

/** Returns the month that is shown, and the number of events that start on each of its days. */
export const useCalendarDays = (communityId: string, timezone: string, filter: CalendarFilter): DaysProps => {
  const today = dayAt(useNow(), timezone)
  const [chosenMonth, setChosenMonth] = useState<string | null>(null)
  const first = addMonths(today, 0)
  const month = chosenMonth && chosenMonth >= first ? chosenMonth : first
  const { data, isPlaceholderData } = useQuery(calendarDaysQuery(communityId, filter, month, lastDayOfMonth(month)))
  return {
    today,
    month,
    counts: isPlaceholderData ? undefined : data,
    onMonth: day => setChosenMonth(addMonths(day, 0)),
  }
}
