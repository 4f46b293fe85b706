import { suspensionDays } from '@parvis/contract/moderation.ts'
import { useEffect, useId, useRef } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import field from '#web/ui/Field.module.css'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import css from '../CaseSheet.module.css'

export interface DaysFieldProps {
  value: string
  onChange: (value: string) => void
  error: string | null
  submitCount: number
}

/** Field for the length of a suspension in days; nothing is preselected. */
export const DaysField = ({ value, onChange, error, submitCount }: DaysFieldProps) => {
  const { t } = useText()
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) container.current?.querySelector('button')?.focus()
  }, [error, submitCount])
  return (
    <div
      ref={container}
      className={classNames(field.field, css.days)}
      data-invalid={error ? '' : undefined}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <label id={`${id}-label`}>{t('moderation.days')}</label>
      <Segmented
        label={t('moderation.days')}
        options={suspensionDays.map(count => ({ value: String(count), label: t('moderation.days.count', { count }) }))}
        value={value}
        onChange={onChange}
      />
      {error && (
        <p className={field.error} id={`${id}-error`}>
          <Icon name="circle-alert" size="s" />
          {error}
        </p>
      )}
    </div>
  )
}
