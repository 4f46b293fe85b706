import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type ToggleEvent } from 'react'
import { useCloseOnBack } from '#web/kernel/screen/overlay-history.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'
import { positionPopover } from './position-popover.ts'
import type { MenuPanel } from './use-menu.ts'
import css from './Menu.module.css'

export interface MenuProps {
  menu: MenuPanel
  label?: string
  children: ReactNode
}

const itemsOf = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]

/** A native popover, open on mount; closed by Esc, a click outside or going back. Arrows, Home and End move focus. */
export const Menu = ({ menu: { id, onOpen }, label, children }: MenuProps) => {
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  useCloseOnBack(() => menu.current?.hidePopover(), open)
  useLayoutEffect(() => {
    if (!menu.current?.matches(':popover-open')) menu.current?.showPopover()
  }, [])

  // Adds the history entry before the menu is visible, so that going back closes the menu, not the screen.
  const onBeforeToggle = (event: ToggleEvent<HTMLDivElement>) => {
    const isOpening = event.newState === 'open'
    onOpen(isOpening)
    setOpen(isOpening)
    const button = document.querySelector(`[popovertarget="${CSS.escape(id)}"]`)
    if (isOpening && button) positionPopover(event.currentTarget, button)
  }
  const onToggle = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState === 'open') itemsOf(menu.current)[0]?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const items = itemsOf(menu.current)
    const index = items.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key]
    if (event.key === 'Tab') menu.current?.hidePopover()
    if (next === undefined) return
    event.preventDefault()
    items.at(next % items.length)?.focus()
  }
  return (
    <div
      ref={menu}
      id={id}
      popover="auto"
      role="menu"
      aria-label={label}
      className={css.menu}
      onBeforeToggle={onBeforeToggle}
      onToggle={onToggle}
      onKeyDown={onKeyDown}
      onClick={() => menu.current?.hidePopover()}
    >
      {children}
    </div>
  )
}

export const MenuGroup = ({ label, children }: { label: string; children: ReactNode }) => {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={css.group}>
      <p id={id}>{label}</p>
      {children}
    </div>
  )
}

export interface MenuItemProps {
  icon?: IconName
  kind?: 'plain' | 'danger'
  /** For an item that is one of several choices: whether it is selected. */
  checked?: boolean
  lang?: string
  onClick: () => void
  children: ReactNode
}

export const MenuItem = ({ icon, kind = 'plain', checked, lang, onClick, children }: MenuItemProps) => (
  <button
    type="button"
    className={css.item}
    role={checked === undefined ? 'menuitem' : 'menuitemradio'}
    aria-checked={checked}
    tabIndex={-1}
    data-kind={kind}
    lang={lang}
    onClick={onClick}
  >
    {icon && <Icon name={icon} size="s" />}
    <span>{children}</span>
    {checked && <Icon name="check" size="s" />}
  </button>
)
