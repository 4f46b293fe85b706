import { useId } from 'react'
import css from './RadioList.module.css'
import typography from './typography.module.css'

export interface RadioListProps<V extends string> {
  label: string
  /** The `detail` of a disabled option says why it is disabled. */
  options: readonly { value: V; label: string; detail?: string; disabled?: boolean }[]
  value: V
  onChange: (value: V) => void
  /** Hides the label visually if a heading beside it says the same. */
  labelHidden?: boolean
}

/** A radio group whose options each need a line of their own. */
export const RadioList = <V extends string>({ label, options, value, onChange, labelHidden }: RadioListProps<V>) => {
  const id = useId()
  return (
    <fieldset className={css.group}>
      <legend className={labelHidden ? typography.hidden : undefined}>{label}</legend>
      {options.map(option => (
        <label key={option.value} className={css.option}>
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span>
            <b>{option.label}</b>
            {option.detail && <small>{option.detail}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
