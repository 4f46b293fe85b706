import type { Point } from '@parvis/contract/community.ts'
import type { Language } from '@parvis/contract/language.ts'
import { useRef, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import edit from '../EditInformationView.module.css'
import type { NumberDraft } from '../information-draft.ts'

export interface ClashProps {
  /** What somebody else saved meanwhile: undefined for nothing. */
  theirs: string | NumberDraft[] | Point | null | undefined
  language: Language
  onKeep: () => void
  onTake: () => void
  children: ReactNode
}

/** A field, and under it what somebody else wrote there while it was being changed here. */
export const Clash = ({ theirs, language, onKeep, onTake, children }: ClashProps) => {
  const { t } = useText()
  const box = useRef<HTMLDivElement>(null)
  const words =
    typeof theirs === 'string'
      ? theirs
      : Array.isArray(theirs)
        ? theirs.map(number => `${number[language] || number.fr || number.en} ${number.phone}`).join(', ')
        : null
  const answer = (act: () => void) => () => {
    // the notice goes: who answers goes on in the field
    box.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
    act()
  }
  return (
    <div ref={box} className={edit.beside}>
      {children}
      {theirs !== undefined && (
        <div data-clash>
          <Notice
            icon="info"
            action={
              <div className={edit.acts}>
                <Button kind="quiet" size="s" onClick={answer(onKeep)}>
                  {t('information.form.clash.mine')}
                </Button>
                <Button kind="quiet" size="s" onClick={answer(onTake)}>
                  {t('information.form.clash.theirs')}
                </Button>
              </div>
            }
          >
            {words === null
              ? t('information.form.clash.moved')
              : t(words.trim() ? 'information.form.clash' : 'information.form.clash.emptied', { words })}
          </Notice>
        </div>
      )}
    </div>
  )
}
