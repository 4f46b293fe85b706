import { useId, type CSSProperties, type ReactNode } from 'react'
import { Picto } from './Picto.tsx'
import css from './PictoRadioGroup.module.css'

export interface PictoOption<V extends string> {
  value: V
  label: string
  /** The pictogram of the option; empty for an option that is only a colour. */
  picto: string
  hue: string
  content?: ReactNode
}

export interface PictoRadioGroupProps<V extends string> {
  label: string
  options: readonly PictoOption<V>[]
  value: V | null
  /** The labels are visually hidden and only read by screen readers. */
  labelsHidden?: boolean
  longLabels?: boolean
  onChange: (value: V) => void
}

export const PictoRadioGroup = <V extends string>({
  label,
  options,
  value,
  labelsHidden,
  longLabels,
  onChange,
}: PictoRadioGroupProps<V>) => {
  const name = useId()
  return (
    <div
      className={css.picks}
      role="radiogroup"
      aria-label={label}
      data-bare={labelsHidden || undefined}
      data-roomy={longLabels || undefined}
    >
      {options.map(option => (
        <label key={option.value} className={css.pick}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            aria-label={labelsHidden ? option.label : undefined}
            onChange={() => onChange(option.value)}
          />
          <OptionTile option={option} />
          {!labelsHidden && <span dir="auto">{option.label}</span>}
        </label>
      ))}
    </div>
  )
}

export const PictoButtons = <V extends string>({
  label,
  options,
  value,
  onChange,
}: Omit<PictoRadioGroupProps<V>, 'labelsHidden' | 'longLabels'>) => (
  <div className={css.picks} role="group" aria-label={label}>
    {options.map(option => (
      <button
        key={option.value}
        type="button"
        className={css.pick}
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        <OptionTile option={option} />
        <span dir="auto">{option.label}</span>
      </button>
    ))}
  </div>
)

const OptionTile = ({ option: { content, picto, hue } }: { option: PictoOption<string> }) => (
  <span
    className={css.tile}
    data-tinted={content ? undefined : ''}
    style={{ '--hue': `var(--hue-${hue})` } as CSSProperties}
  >
    {content ?? (picto && <Picto name={picto} />)}
  </span>
)
