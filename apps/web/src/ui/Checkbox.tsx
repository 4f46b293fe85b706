import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './Checkbox.module.css'

export interface CheckboxProps {
  name: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** The error text. When it appears, the checkbox receives focus, unless an earlier field of the form is invalid. */
  error?: string | null
  submitCount?: number
  /** Says who does not need to tick the checkbox, and what they do instead. */
  hint?: string | null
  /** The label; a link in it opens without ticking the box. */
  children: ReactNode
}

export const Checkbox = ({ name, checked, onChange, error, submitCount, hint, children }: CheckboxProps) => {
  const id = useId()
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!error) return
    const first = input.current?.closest('form')?.querySelector('div[data-invalid]')
    if (!first || first.contains(input.current)) input.current?.focus()
  }, [error, submitCount])
  return (
    <div className={css.check} data-invalid={error ? '' : undefined}>
      <label>
        <input
          ref={input}
          type="checkbox"
          name={name}
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={[error && id, hint && hintId].filter(Boolean).join(' ') || undefined}
          onChange={event => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      {hint && (
        <p id={hintId} className={css.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={id} className={css.error}>
          <Icon name="circle-alert" size="s" />
          {error}
        </p>
      )}
    </div>
  )
}
