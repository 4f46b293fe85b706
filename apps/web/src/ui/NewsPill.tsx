import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './NewsPill.module.css'
import typography from './typography.module.css'

export interface NewsPillProps {
  /** What waits above the list, in words; null for nothing. */
  waiting: string | null
  /** Said politely while nothing waits: what came in by itself. */
  arrived?: ReactNode
  onShow: () => void
}

/** What is new above a list waits behind a pill, and is told politely. */
export const NewsPill = ({ waiting, arrived, onShow }: NewsPillProps) => {
  const show = () => {
    onShow()
    // the pill goes: who pressed it by key stands at the beginning of the screen
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
