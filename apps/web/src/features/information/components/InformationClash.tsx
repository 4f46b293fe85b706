import type { Point } from '@parvis/contract/community.ts'
import type { Language } from '@parvis/contract/language.ts'
import type { ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Clash } from '#web/ui/Clash.tsx'
import type { NumberDraft } from '../information-draft.ts'

export interface InformationClashProps {
  /** The value that somebody else saved meanwhile; undefined without a conflict. */
  theirs: string | NumberDraft[] | Point | null | undefined
  language: Language
  onKeep: () => void
  onTake: () => void
  children: ReactNode
}

/** A form field with the conflicting value of somebody else below it. */
export const InformationClash = ({ theirs, language, ...clash }: InformationClashProps) => {
  const { t } = useText()
  const words =
    typeof theirs === 'string'
      ? theirs
      : Array.isArray(theirs)
        ? theirs.map(number => `${number[language] || number.fr || number.en} ${number.phone}`).join(', ')
        : null
  const told =
    words === null
      ? t('information.form.clash.moved')
      : t(words.trim() ? 'information.form.clash' : 'information.form.clash.emptied', { words })
  return (
    <Clash
      {...clash}
      told={theirs === undefined ? null : told}
      mine={t('information.form.clash.mine')}
      theirs={t('information.form.clash.theirs')}
    />
  )
}
