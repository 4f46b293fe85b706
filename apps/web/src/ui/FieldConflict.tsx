import { useRef, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import css from './FieldConflict.module.css'

export interface FieldConflictProps {
  /** The text of the value that was saved elsewhere in the meantime; null without a conflict. */
  savedText: string | null
  mine: string
  theirs: string
  onKeep: () => void
  onTake: () => void
  children: ReactNode
}

export const FieldConflict = ({ savedText, mine, theirs, onKeep, onTake, children }: FieldConflictProps) => {
  const container = useRef<HTMLDivElement>(null)
  const resolveWith = (resolve: () => void) => () => {
    // Focus moves to the field, because the focused notice disappears.
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
                <Button kind="quiet" size="s" onClick={resolveWith(onKeep)}>
                  {mine}
                </Button>
                <Button kind="quiet" size="s" onClick={resolveWith(onTake)}>
                  {theirs}
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

/** Moves focus to the first unresolved conflict when the form is submitted. */
export const focusFirstConflict = (): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-clash] button')?.focus())
}
