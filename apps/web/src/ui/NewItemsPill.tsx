import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './NewItemsPill.module.css'
import typography from './typography.module.css'

export interface NewItemsPillProps {
  /** The text about the new items above the list; null for none. */
  label: string | null
  /** Announced politely while there is no pill: items that were inserted automatically. */
  announcement?: ReactNode
  onShow: () => void
}

/** A pill that reveals new items above a list, and announces them politely. */
export const NewItemsPill = ({ label, announcement, onShow }: NewItemsPillProps) => {
  const show = () => {
    onShow()
    // The pill disappears, so focus moves to the beginning of the screen.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <div className={css.place}>
      <p className={typography.hidden} role="status">
        {label ?? announcement}
      </p>
      {label !== null && (
        <button type="button" className={css.pill} onClick={show}>
          <Icon name="arrow-up" size="s" />
          {label}
        </button>
      )}
    </div>
  )
}
