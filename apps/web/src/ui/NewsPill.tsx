import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './NewsPill.module.css'
import typography from './typography.module.css'

export interface NewsPillProps {
  /** The text about the new items above the list; null for none. */
  waiting: string | null
  /** Announced politely while there is no pill: items that were inserted automatically. */
  arrived?: ReactNode
  onShow: () => void
}

/** A pill that reveals new items above a list, and announces them politely. */
export const NewsPill = ({ waiting, arrived, onShow }: NewsPillProps) => {
  const show = () => {
    onShow()
    // The pill disappears, so focus moves to the beginning of the screen.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <div className={css.place}>
      <p className={typography.hidden} role="status">
        {waiting ?? arrived}
      </p>
      {waiting !== null && (
        <button type="button" className={css.pill} onClick={show}>
          <Icon name="arrow-up" size="s" />
          {waiting}
        </button>
      )}
    </div>
  )
}
