import { dayAt } from '@parvis/contract/past-event.ts'
import { addDays } from '@parvis/contract/zoned-time.ts'
import { MOST_DAYS_AHEAD, takesTime, type TemplateDate, type TemplateTime } from '@parvis/contract/templates.ts'
import { useEffect, useRef, useState } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Chip, Chips } from '#web/ui/Chips.tsx'
import { Field } from '#web/ui/Field.tsx'
import { timesOn, withDate, type Publication } from '../publication.ts'
import { Setting } from '#web/ui/Setting.tsx'
import { textIn } from '@parvis/contract/language.ts'

/** Days in view: now, to be arranged, and the first dates. */
const SHOWN = 7
/** One half hour in so many is in view. */
const EVERY = 4

export interface WhenPickerProps {
  publication: Publication
  dates: readonly TemplateDate[]
  times: readonly TemplateTime[]
  /** The community's time zone, an IANA name. */
  timezone: string
  onChange: (publication: Publication) => void
  error: string | null
}

/** The day, and the time where the day has one. */
export const WhenPicker = ({ publication, dates, times, timezone, onChange, error }: WhenPickerProps) => {
  const { t, language } = useText()
  const { calendarDay, time } = useFormat()
  const now = useNow()
  const { dateId, timeId } = publication
  const [otherDay, setOtherDay] = useState(false)
  const [otherTime, setOtherTime] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (otherDay) field.current?.querySelector('input')?.focus()
  }, [otherDay])
  const shown = dates.slice(0, SHOWN)
  const isOther = !shown.some(({ _id }) => _id === dateId)
  const left = timesOn(times, dateId, { now, timezone })
  const hours = left.filter((_, at) => at % EVERY === 0)
  const nameOfTime = (id: string) => time(`2000-01-01T${id}:00Z`, 'UTC')
  const isOtherTime = timeId !== null && !hours.some(({ _id }) => _id === timeId)
  const dayName = (id: string) => calendarDay(id, timezone)
  const nameOf = (date: TemplateDate) =>
    // How near a day is says more than its date.
    takesTime(date._id) ? shortDay(dayName(date._id), date, language) : (textIn(language, date, 'name') ?? '')
  const pick = (id: string) => {
    setOtherDay(false)
    setOtherTime(false)
    onChange(withDate(publication, id, times, { now, timezone }))
  }
  const today = dayAt(now, timezone)
  /** Chooses the first day without a chip as soon as another day is asked for. */
  const askOther = () => {
    const next = dates[SHOWN]?._id
    if (!otherDay && !isOther && next) onChange(withDate(publication, next, times, { now, timezone }))
    setOtherDay(!otherDay)
  }
  return (
    <Setting title={t('templates.when')} error={error}>
      <Chips label={t('templates.when.day')} wrap>
        {shown.map(date => (
          <Chip key={date._id} kind="choice" on={date._id === dateId} onClick={() => pick(date._id)}>
            {nameOf(date)}
          </Chip>
        ))}
        {isOther && (
          <Chip kind="choice" on onClick={() => setOtherDay(true)}>
            {dayName(dateId)}
          </Chip>
        )}
        <Chip on={false} expanded={otherDay} icon="calendar" onClick={askOther}>
          {t('templates.when.other')}
        </Chip>
      </Chips>
      {otherDay && (
        <div ref={field}>
          <Field
            label={t('templates.when.date')}
            name="date"
            type="date"
            min={today}
            max={addDays(today, MOST_DAYS_AHEAD)}
            value={takesTime(dateId) ? dateId : ''}
            onChange={value => {
              if (value) onChange(withDate(publication, value, times, { now, timezone }))
            }}
          />
        </div>
      )}
      {takesTime(dateId) && (
        <Chips label={t('templates.when.time')} wrap>
          {hours.map(({ _id }) => (
            <Chip
              key={_id}
              kind="choice"
              on={_id === timeId}
              onClick={() => {
                setOtherTime(false)
                onChange({ ...publication, timeId: _id })
              }}
            >
              {nameOfTime(_id)}
            </Chip>
          ))}
          {isOtherTime && (
            <Chip kind="choice" on onClick={() => setOtherTime(true)}>
              {nameOfTime(timeId)}
            </Chip>
          )}
          <Chip kind="choice" on={timeId === null} onClick={() => onChange({ ...publication, timeId: null })}>
            {t('templates.when.allday')}
          </Chip>
          <Chip on={false} expanded={otherTime} icon="clock" onClick={() => setOtherTime(!otherTime)}>
            {t('templates.when.othertime')}
          </Chip>
        </Chips>
      )}
      {takesTime(dateId) && otherTime && (
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
    </Setting>
  )
}

/** "Today", "Tomorrow", else the weekday and the day of the month: "Sunday 14". */
const shortDay = (near: string, date: TemplateDate, language: 'fr' | 'en'): string => {
  if (!/\d/.test(near)) return near
  const words = (textIn(language, date, 'name') ?? '').split(' ').slice(0, 2).join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
