import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'
import css from './Collapsible.module.css'

export interface CollapsibleProps {
  icon: IconName
  label: string
  open: boolean
  onToggle: (open: boolean) => void
  children: ReactNode
}

export const Collapsible = ({ icon, label, open, onToggle, children }: CollapsibleProps) => (
  <details className={css.fold} open={open} onToggle={event => onToggle(event.currentTarget.open)}>
    <summary>
      <Icon name={icon} size="s" />
      <span>{label}</span>
      <span className={css.turn}>
        <Icon name="chevron-down" size="s" />
      </span>
    </summary>
    {open && <div className={css.body}>{children}</div>}
  </details>
)
