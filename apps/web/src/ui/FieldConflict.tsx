import { useRef, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import css from './FieldConflict.module.css'

export interface FieldConflictProps {
  /** The text of the value that was saved elsewhere in the meantime; null without a conflict. */
  savedText: string | null
  keepMineLabel: string
  takeTheirsLabel: string
  onKeepMine: () => void
  onTakeTheirs: () => void
  children: ReactNode
}

export const FieldConflict = ({
  savedText,
  keepMineLabel,
  takeTheirsLabel,
  onKeepMine,
  onTakeTheirs,
  children,
}: FieldConflictProps) => {
  const container = useRef<HTMLDivElement>(null)
  const resolveWith = (resolve: () => void) => () => {
    // Focus moves to the field, because the notice with the focused button disappears.
    container.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
    resolve()
  }
  return (
    <div ref={container} className={css.beside}>
      {children}
      {savedText !== null && (
        <div data-clash>
          <Notice
            icon="info"
            action={
              <div className={css.acts}>
                <Button kind="quiet" size="s" onClick={resolveWith(onKeepMine)}>
                  {keepMineLabel}
                </Button>
                <Button kind="quiet" size="s" onClick={resolveWith(onTakeTheirs)}>
                  {takeTheirsLabel}
                </Button>
              </div>
            }
          >
            {savedText}
          </Notice>
        </div>
      )}
    </div>
  )
}

/** Moves focus to the first unresolved conflict. Call it when a form with conflicts is submitted. */
export const focusFirstConflict = (): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-clash] button')?.focus())
}
