import type { Language } from '@parvis/contract/language.ts'
import { fieldValue } from '#web/kernel/device/form-edits.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field, type FieldProps } from '#web/ui/Field.tsx'
import { FieldConflict } from '#web/ui/FieldConflict.tsx'
import type { DealTextField } from '../deal-draft.ts'
import type { DealForm } from '../use-deal-form.ts'

/** Props of each section of the deal form. */
export interface DealFieldsProps {
  form: DealForm
  errorOf: (...fields: string[]) => string | null
  submitCount: number
}

export interface DealFieldProps extends Omit<FieldProps, 'name' | 'value' | 'onChange'> {
  fields: DealFieldsProps
  field: DealTextField
  /** Name in the request body, if the draft has another one. */
  name?: string
}

/** A text of the deal form, with the text that somebody else has saved there meanwhile. */
export const DealField = ({ fields: { form, errorOf, submitCount }, field, name, ...more }: DealFieldProps) => {
  const { t } = useText()
  const [first = '', text] = field.split('.')
  const bodyName = name ?? text ?? field
  const words = String(fieldValue(form.current, field))
  return (
    <FieldConflict
      savedText={
        form.conflicts.includes(field)
          ? t(words.trim() ? 'dealwriting.clash' : 'dealwriting.clash.emptied', { words })
          : null
      }
      keepMineLabel={t('dealwriting.clash.mine')}
      takeTheirsLabel={t('dealwriting.clash.theirs')}
      onKeepMine={() => form.keepMine(field)}
      onTakeTheirs={() => form.takeTheirs(field)}
    >
      <Field
        {...more}
        name={bodyName}
        value={String(fieldValue(form.draft, field))}
        onChange={value =>
          text ? form.changeTexts(first as Language, { [text]: value }) : form.change({ [first]: value })
        }
        error={errorOf(bodyName)}
        submitCount={submitCount}
      />
    </FieldConflict>
  )
}
