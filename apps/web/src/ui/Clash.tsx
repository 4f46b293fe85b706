import { useRef, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import css from './Clash.module.css'

export interface ClashProps {
  /** The value that was saved elsewhere meanwhile, as text; null without a conflict. */
  told: string | null
  /** The labels of the two resolutions: keep this value, or take the saved one. */
  mine: string
  theirs: string
  onKeep: () => void
  onTake: () => void
  children: ReactNode
}

/** A field, and below it the value saved elsewhere while it was being edited here. */
export const Clash = ({ told, mine, theirs, onKeep, onTake, children }: ClashProps) => {
  const box = useRef<HTMLDivElement>(null)
  const answer = (act: () => void) => () => {
    // The notice disappears, so focus moves to the field.
    box.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
    act()
  }
  return (
    <div ref={box} className={css.beside}>
      {children}
      {told !== null && (
        <div data-clash>
          <Notice
            icon="info"
            action={
              <div className={css.acts}>
                <Button kind="quiet" size="s" onClick={answer(onKeep)}>
                  {mine}
                </Button>
                <Button kind="quiet" size="s" onClick={answer(onTake)}>
                  {theirs}
                </Button>
              </div>
            }
          >
            {told}
          </Notice>
        </div>
      )}
    </div>
  )
}

/** Moves focus to the first unresolved conflict when the form is submitted. */
export const askAboutClash = (): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-clash] button')?.focus())
}
