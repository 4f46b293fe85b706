import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'
import { Picto } from './Picto.tsx'
import css from './Chips.module.css'

export interface ChipsProps {
  label: string
  /** In a form they wrap; in a bar they scroll sideways on phones. */
  wrap?: boolean
  children: ReactNode
}

export const Chips = ({ label, wrap, children }: ChipsProps) => (
  <div className={css.chips} role="group" aria-label={label} data-wrap={wrap || undefined}>{children}</div>
)

export interface ChipProps {
  on: boolean
  picto?: string
  icon?: IconName
  onClick: () => void
  children: ReactNode
}

export const Chip = ({ on, picto, icon, onClick, children }: ChipProps) => (
  <button type="button" className={css.chip} aria-pressed={on} onClick={onClick}>
    {picto && <Picto name={picto} />}
    {icon && <Icon name={icon} size="s" />}
    <span>{children}</span>
  </button>
)
