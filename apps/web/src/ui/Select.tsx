import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import field from './Field.module.css'
import css from './Select.module.css'

export interface SelectProps<V extends string> {
  label: ReactNode
  name: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  /** The error text. When it appears, the field receives focus, unless an earlier field of the form is invalid. */
  error?: string | null
  /** How often the form was submitted: a new number makes the field receive focus again for the same error. */
  submitCount?: number
  hint?: string
}

export const Select = <V extends string>({
  label,
  name,
  value,
  options,
  onChange,
  error,
  submitCount,
  hint,
}: SelectProps<V>) => {
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (!error) return
    const first = select.current?.closest('form')?.querySelector('div[data-invalid]')
    if (!first || first.contains(select.current)) select.current?.focus()
  }, [error, submitCount])
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <div className={field.field} data-invalid={error ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className={field.box}>
        <select
          ref={select}
          id={id}
          name={name}
          className={css.select}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          onChange={event => onChange(event.target.value as V)}
        >
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size="s" />
      </div>
      {error && (
        <p className={field.error} id={`${id}-error`}>
          <Icon name="circle-alert" size="s" />
          {error}
        </p>
      )}
      {hint && (
        <p className={field.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
