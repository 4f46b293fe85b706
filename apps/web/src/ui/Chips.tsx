import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { Target } from './frame-context.ts'
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
  <div className={css.chips} role="group" aria-label={label} data-wrap={wrap || undefined}>
    {children}
  </div>
)

export interface ChipProps {
  on: boolean
  picto?: string
  icon?: IconName
  /** A choice of a form, not a filter. */
  kind?: 'filter' | 'choice'
  /** It unfolds something: whether that is there. */
  expanded?: boolean
  onClick: () => void
  children: ReactNode
}

export const Chip = ({ on, picto, icon, kind = 'filter', expanded, onClick, children }: ChipProps) => {
  const chip = useRef<HTMLButtonElement>(null)
  // what was chosen at the last visit may stand beyond the edge of a phone
  useEffect(() => {
    if (on && chip.current) bringIntoBar(chip.current)
  }, [on])
  return (
    <button
      ref={chip}
      type="button"
      className={css.chip}
      data-kind={kind}
      aria-pressed={expanded === undefined ? on : undefined}
      aria-expanded={expanded}
      onClick={onClick}
      // not every browser brings into view what shows a part of itself; under a pointer it would slip away
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && bringIntoBar(currentTarget)}
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

/**
 * Among the chips, what leads to a screen of its own; where the rail beside the screen leads there too it is not shown.
 */
export const ChipLink = ({ icon, children, ...target }: ChipLinkProps) => (
  <Link className={css.chip} data-kind="link" {...target}>
    <Icon name={icon} size="s" />
    <span>{children}</span>
  </Link>
)

/** Moves the bar alone: the browser's own way would scroll the page too. */
const bringIntoBar = (chip: HTMLElement) => {
  const bar = chip.parentElement
  if (!bar) return
  const [edge, place] = [bar.getBoundingClientRect(), chip.getBoundingClientRect()]
  if (place.left < edge.left || place.right > edge.right)
    bar.scrollLeft += place.left + place.width / 2 - edge.left - edge.width / 2
}
