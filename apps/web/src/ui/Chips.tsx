import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { Target } from './frame-context.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'
import { Picto } from './Picto.tsx'
import css from './Chips.module.css'

export interface ChipsProps {
  label: string
  /** Wraps the chips onto several lines, as in a form; otherwise they scroll sideways on phones. */
  wrap?: boolean
  children: ReactNode
}

export const Chips = ({ label, wrap, children }: ChipsProps) => (
  <div className={css.chips} role="group" aria-label={label} data-wrap={wrap || undefined}>
    {children}
  </div>
)

export interface ChipProps {
  selected: boolean
  picto?: string
  icon?: IconName
  kind?: 'filter' | 'choice'
  /** For a chip that opens something: whether it is open. */
  expanded?: boolean
  onClick: () => void
  children: ReactNode
}

export const Chip = ({ selected, picto, icon, kind = 'filter', expanded, onClick, children }: ChipProps) => {
  const chip = useRef<HTMLButtonElement>(null)
  // Scrolls the selected chip into view, as the restored selection may be beyond the edge of a phone.
  useEffect(() => {
    if (selected && chip.current) scrollIntoBar(chip.current)
  }, [selected])
  return (
    <button
      ref={chip}
      type="button"
      className={css.chip}
      data-kind={kind}
      aria-pressed={expanded === undefined ? selected : undefined}
      aria-expanded={expanded}
      onClick={onClick}
      // Not every browser scrolls on focus. By keyboard only: under a pointer, the chip would move away.
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && scrollIntoBar(currentTarget)}
    >
      {picto && <Picto name={picto} />}
      {icon && <Icon name={icon} size="s" />}
      <span>{children}</span>
    </button>
  )
}

export interface ChipLinkProps extends Target {
  icon: IconName
  children: ReactNode
}

/** A chip that links to a screen; hidden on wide displays if the rail already has this link. */
export const ChipLink = ({ icon, children, ...target }: ChipLinkProps) => (
  <Link className={css.chip} data-kind="link" {...target}>
    <Icon name={icon} size="s" />
    <span>{children}</span>
  </Link>
)

/** Scrolls only the bar, because `scrollIntoView` would scroll the page too. */
const scrollIntoBar = (chip: HTMLElement) => {
  const bar = chip.parentElement
  if (!bar) return
  const [edge, box] = [bar.getBoundingClientRect(), chip.getBoundingClientRect()]
  if (box.left < edge.left || box.right > edge.right)
    bar.scrollLeft += box.left + box.width / 2 - edge.left - edge.width / 2
}
