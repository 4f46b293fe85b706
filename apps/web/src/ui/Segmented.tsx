import type { KeyboardEvent } from 'react'
import { Icon } from './Icon.tsx'
import css from './Segmented.module.css'
import typography from './typography.module.css'

export interface SegmentedProps<V extends string> {
  label: string
  /** An option with a `mark` shows a check; the text of the mark follows the label in the accessible name. */
  options: readonly { value: V; label: string; mark?: string }[]
  value: V
  onChange: (value: V) => void
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** A radio group with a few options in a line: one tab stop, whose arrow keys select the next option. */
export const Segmented = <V extends string>({ label, options, value, onChange }: SegmentedProps<V>) => {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const index = options.findIndex(option => option.value === value)
    const next = (index + step + options.length) % options.length
    const selected = options[next]
    if (!selected) return
    onChange(selected.value)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  const tabbable = options.some(option => option.value === value) ? value : options[0]?.value
  return (
    <div className={css.segmented} role="radiogroup" aria-label={label} onKeyDown={move}>
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === tabbable ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.mark && (
            <>
              <Icon name="check" size="s" />
              <span className={typography.hidden}>{`, ${option.mark}`}</span>
            </>
          )}
        </button>
      ))}
    </div>
  )
}
