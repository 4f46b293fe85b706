import type { Language } from '@parvis/contract/language.ts'
import type { ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { FieldConflict } from '#web/ui/FieldConflict.tsx'
import type { NumberDraft } from '../information-draft.ts'

export interface InformationConflictProps {
  /** The value that somebody else saved meanwhile; undefined without a conflict. */
  conflictingValue: unknown
  language: Language
  onKeepMine: () => void
  onTakeTheirs: () => void
  children: ReactNode
}

/** A form field with the conflicting value of somebody else below it. */
export const InformationConflict = ({ conflictingValue, language, ...rest }: InformationConflictProps) => {
  const { t } = useText()
  const text =
    typeof conflictingValue === 'string'
      ? conflictingValue
      : Array.isArray(conflictingValue)
        ? (conflictingValue as NumberDraft[])
            .map(number => `${number[language] || number.fr || number.en} ${number.phone}`)
            .join(', ')
        : null
  const message =
    text === null
      ? t('information.form.clash.moved')
      : t(text.trim() ? 'information.form.clash' : 'information.form.clash.emptied', { words: text })
  return (
    <FieldConflict
      {...rest}
      savedText={conflictingValue === undefined ? null : message}
      keepMineLabel={t('information.form.clash.mine')}
      takeTheirsLabel={t('information.form.clash.theirs')}
    />
  )
}
