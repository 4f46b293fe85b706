import type { CSSProperties } from 'react'
import { Icon } from './Icon.tsx'
import css from './Steps.module.css'

export interface StepsProps {
  label: string
  names: readonly string[]
  /** The zero-based index of the current step. */
  current: number
}

export const Steps = ({ label, names, current }: StepsProps) => (
  <ol className={css.steps} aria-label={label} style={{ '--n': names.length } as CSSProperties}>
    {names.map((name, index) => (
      <li key={name} data-done={index < current || undefined} aria-current={index === current ? 'step' : undefined}>
        <span>
          {index < current && <Icon name="check" size="s" />}
          {name}
        </span>
      </li>
    ))}
  </ol>
)
