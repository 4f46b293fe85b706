import { useId } from 'react'
import css from './Progress.module.css'

export interface ProgressProps {
  label: string
  /** How much is done, 0 to 1. */
  value: number
  /** The figure in the reader's language, beside the label. */
  figure: string
}

/** Long work that is under way, and how far it is. */
export const Progress = ({ label, value, figure }: ProgressProps) => {
  const id = useId()
  return (
    <div className={css.progress}>
      <span id={id}>{label}</span>
      <span className={css.figure} aria-hidden="true">
        {figure}
      </span>
      <progress aria-labelledby={id} max={1} value={value} />
    </div>
  )
}
