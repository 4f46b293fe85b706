import { useId } from 'react'
import css from './Progress.module.css'

export interface ProgressProps {
  label: string
  /** The completed fraction, 0 to 1. */
  value: number
  valueText: string
}

export const Progress = ({ label, value, valueText }: ProgressProps) => {
  const id = useId()
  return (
    <div className={css.progress}>
      <span id={id}>{label}</span>
      <span className={css.figure} aria-hidden="true">
        {valueText}
      </span>
      <progress aria-labelledby={id} max={1} value={value} />
    </div>
  )
}
