import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './NewItemsPill.module.css'
import typography from './typography.module.css'

export interface NewItemsPillProps {
  /** The text of the pill, such as the number of new items; null for no pill. */
  label: string | null
  /** Announced politely without a pill, for items that were inserted automatically. */
  announcement?: ReactNode
  onShow: () => void
}

/** A button above a list that reveals its new items, and announces them politely. */
export const NewItemsPill = ({ label, announcement, onShow }: NewItemsPillProps) => {
  const show = () => {
    onShow()
    // Focus moves to the beginning of the screen, because the focused pill disappears.
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
