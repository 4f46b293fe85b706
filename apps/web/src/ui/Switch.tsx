import { useId } from 'react'
import css from './Switch.module.css'

export interface SwitchProps {
  label: string
  /** Says what the switch does, or why it is disabled. */
  detail: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export const Switch = ({ label, detail, checked, disabled, onChange }: SwitchProps) => {
  const id = useId()
  return (
    <label className={css.switch}>
      <span className={css.words}>
        <b id={`${id}-label`}>{label}</b>
        <small id={`${id}-detail`}>{detail}</small>
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-detail`}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
      />
    </label>
  )
}
