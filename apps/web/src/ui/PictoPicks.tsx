import { useId, type CSSProperties, type ReactNode } from 'react'
import { Picto } from './Picto.tsx'
import css from './PictoPicks.module.css'

export interface Pick<V extends string> {
  value: V
  label: string
  /** Empty for one that is a colour alone. */
  picto: string
  hue: string
  /** Shown instead of a pictogram. */
  face?: ReactNode
}

export interface PictoPicksProps<V extends string> {
  label: string
  picks: readonly Pick<V>[]
  /** Null while none is selected. */
  value: V | null
  /** The labels are for screen readers only. */
  bare?: boolean
  /** The labels are long words. */
  roomy?: boolean
  onChange: (value: V) => void
}

/** A radio group of pictograms with their labels. */
export const PictoPicks = <V extends string>({ label, picks, value, bare, roomy, onChange }: PictoPicksProps<V>) => {
  const name = useId()
  return (
    <div
      className={css.picks}
      role="radiogroup"
      aria-label={label}
      data-bare={bare || undefined}
      data-roomy={roomy || undefined}
    >
      {picks.map(pick => (
        <label key={pick.value} className={css.pick}>
          <input
            type="radio"
            name={name}
            value={pick.value}
            checked={pick.value === value}
            aria-label={bare ? pick.label : undefined}
            onChange={() => onChange(pick.value)}
          />
          <PickFace pick={pick} />
          {!bare && <span dir="auto">{pick.label}</span>}
        </label>
      ))}
    </div>
  )
}

/** The same as buttons, where a click acts at once. */
export const PictoButtons = <V extends string>({
  label,
  picks,
  value,
  onChange,
}: Omit<PictoPicksProps<V>, 'bare' | 'roomy'>) => (
  <div className={css.picks} role="group" aria-label={label}>
    {picks.map(pick => (
      <button
        key={pick.value}
        type="button"
        className={css.pick}
        aria-pressed={pick.value === value}
        onClick={() => onChange(pick.value)}
      >
        <PickFace pick={pick} />
        <span dir="auto">{pick.label}</span>
      </button>
    ))}
  </div>
)

const PickFace = ({ pick: { face, picto, hue } }: { pick: Pick<string> }) => (
  <span
    className={css.tile}
    data-tinted={face ? undefined : ''}
    style={{ '--hue': `var(--hue-${hue})` } as CSSProperties}
  >
    {face ?? (picto && <Picto name={picto} />)}
  </span>
)
