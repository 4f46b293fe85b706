import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { FormSection } from '#web/ui/FormSection.tsx'
import typography from '#web/ui/typography.module.css'
import type { DealFieldsProps } from './DealTextFields.tsx'
import css from './DealDateFields.module.css'

export const DealDateFields = ({ form: { draft, changeDraft: change }, errorOf, submitCount }: DealFieldsProps) => {
  const { t } = useText()
  return (
    <FormSection title={t('dealwriting.days')} note={t('dealwriting.optional')}>
      <div className={css.pair}>
        <Field
          label={t('dealwriting.days.from')}
          name="startDate"
          type="date"
          value={draft.startDate}
          onChange={startDate => change({ startDate })}
          error={errorOf('startDate')}
          submitCount={submitCount}
        />
        <Field
          label={t('dealwriting.days.until')}
          name="endDate"
          type="date"
          min={draft.startDate || undefined}
          value={draft.endDate}
          onChange={endDate => change({ endDate })}
          error={errorOf('endDate')}
          submitCount={submitCount}
        />
      </div>
      <p className={typography.meta}>{t('dealwriting.days.hint')}</p>
    </FormSection>
  )
}
