import { useRef, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import css from './Clash.module.css'

export interface ClashProps {
  /** What was saved elsewhere meanwhile, in words: null for nothing. */
  told: string | null
  /** The two ways on: what is written here holds, or what was saved there. */
  mine: string
  theirs: string
  onKeep: () => void
  onTake: () => void
  /** A field. */
  children: ReactNode
}

/** A field, and under it what was saved in its place while it was being changed here. */
export const Clash = ({ told, mine, theirs, onKeep, onTake, children }: ClashProps) => {
  const box = useRef<HTMLDivElement>(null)
  const answer = (act: () => void) => () => {
    // the notice goes: who answers goes on in the field
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

/** Leads who would save to the first clash that they have not answered. */
export const askAboutClash = (): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-clash] button')?.focus())
}
