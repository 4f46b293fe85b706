import { dayAt } from '@parvis/contract/past-event.ts'
import { addDays } from '@parvis/contract/zoned-time.ts'
import { MAX_DAYS_AHEAD, canHaveTime, type TemplateDate, type TemplateTime } from '@parvis/contract/templates.ts'
import { useEffect, useRef, useState } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Chip, Chips } from '#web/ui/Chips.tsx'
import { Field } from '#web/ui/Field.tsx'
import { upcomingTimes, withDate, type Publication } from '../publication.ts'
import { FormSection } from '#web/ui/FormSection.tsx'
import { textIn } from '@parvis/contract/language.ts'

/** Number of days shown as chips: "now", "to be arranged" and the first dates. */
const VISIBLE_DAYS = 7
/** Every fourth time is shown as a chip; the times are half an hour apart. */
const TIME_STEP = 4

export interface WhenPickerProps {
  publication: Publication
  dates: readonly TemplateDate[]
  times: readonly TemplateTime[]
  /** Time zone of the community, an IANA name. */
  timezone: string
  onChange: (publication: Publication) => void
  error: string | null
}

/** Chooses the day, and the time if the day offers times. */
export const WhenPicker = ({ publication, dates, times, timezone, onChange, error }: WhenPickerProps) => {
  const { t, language } = useText()
  const { calendarDay, time } = useFormat()
  const now = useNow()
  const { dateId, timeId } = publication
  const [otherDay, setOtherDay] = useState(false)
  const [otherTime, setOtherTime] = useState(false)
  const otherDayField = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (otherDay) otherDayField.current?.querySelector('input')?.focus()
  }, [otherDay])
  const visibleDates = dates.slice(0, VISIBLE_DAYS)
  const isOther = !visibleDates.some(({ _id }) => _id === dateId)
  const remaining = upcomingTimes(times, dateId, { now, timezone })
  const visibleTimes = remaining.filter((_, at) => at % TIME_STEP === 0)
  const nameOfTime = (id: string) => time(`2000-01-01T${id}:00Z`, 'UTC')
  const isOtherTime = timeId !== null && !visibleTimes.some(({ _id }) => _id === timeId)
  const dayName = (id: string) => calendarDay(id, timezone)
  const nameOf = (date: TemplateDate) =>
    // A near day is named relative to today, such as "Tomorrow", which is clearer than its date.
    canHaveTime(date._id) ? shortDay(dayName(date._id), date, language) : (textIn(language, date, 'name') ?? '')
  const pick = (id: string) => {
    setOtherDay(false)
    setOtherTime(false)
    onChange(withDate(publication, id, times, { now, timezone }))
  }
  const today = dayAt(now, timezone)
  /** Shows or hides the field for other days; showing it selects the first day that has no chip. */
  const toggleOtherDay = () => {
    const next = dates[VISIBLE_DAYS]?._id
    if (!otherDay && !isOther && next) onChange(withDate(publication, next, times, { now, timezone }))
    setOtherDay(!otherDay)
  }
  return (
    <FormSection title={t('templates.when')} error={error}>
      <Chips label={t('templates.when.day')} wrap>
        {visibleDates.map(date => (
          <Chip key={date._id} kind="choice" selected={date._id === dateId} onClick={() => pick(date._id)}>
            {nameOf(date)}
          </Chip>
        ))}
        {isOther && (
          <Chip kind="choice" selected onClick={() => setOtherDay(true)}>
            {dayName(dateId)}
          </Chip>
        )}
        <Chip selected={false} expanded={otherDay} icon="calendar" onClick={toggleOtherDay}>
          {t('templates.when.other')}
        </Chip>
      </Chips>
      {otherDay && (
        <div ref={otherDayField}>
          <Field
            label={t('templates.when.date')}
            name="date"
            type="date"
            min={today}
            max={addDays(today, MAX_DAYS_AHEAD)}
            value={canHaveTime(dateId) ? dateId : ''}
            onChange={value => {
              if (value) onChange(withDate(publication, value, times, { now, timezone }))
            }}
          />
        </div>
      )}
      {canHaveTime(dateId) && (
        <Chips label={t('templates.when.time')} wrap>
          {visibleTimes.map(({ _id }) => (
            <Chip
              key={_id}
              kind="choice"
              selected={_id === timeId}
              onClick={() => {
                setOtherTime(false)
                onChange({ ...publication, timeId: _id })
              }}
            >
              {nameOfTime(_id)}
            </Chip>
          ))}
          {isOtherTime && (
            <Chip kind="choice" selected onClick={() => setOtherTime(true)}>
              {nameOfTime(timeId)}
            </Chip>
          )}
          <Chip kind="choice" selected={timeId === null} onClick={() => onChange({ ...publication, timeId: null })}>
            {t('templates.when.allday')}
          </Chip>
          <Chip selected={false} expanded={otherTime} icon="clock" onClick={() => setOtherTime(!otherTime)}>
            {t('templates.when.othertime')}
          </Chip>
        </Chips>
      )}
      {canHaveTime(dateId) && otherTime && (
        <Field
          label={t('templates.when.at')}
          name="time"
          type="time"
          value={timeId ?? ''}
          onChange={value => {
            if (value) onChange({ ...publication, timeId: value.slice(0, 5) })
          }}
        />
      )}
    </FormSection>
  )
}

/** Returns "Today", "Tomorrow", or the weekday with the day of the month: "Sunday 14". */
const shortDay = (relativeDay: string, date: TemplateDate, language: 'fr' | 'en'): string => {
  if (!/\d/.test(relativeDay)) return relativeDay
  const dayText = (textIn(language, date, 'name') ?? '').split(' ').slice(0, 2).join(' ')
  return dayText.charAt(0).toUpperCase() + dayText.slice(1)
}
