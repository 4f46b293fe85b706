import { useText } from '#web/kernel/text/i18n.ts'
import { FormSection } from '#web/ui/FormSection.tsx'
import typography from '#web/ui/typography.module.css'
import css from './DealDateFields.module.css'
import { DealField, type DealFieldsProps } from './DealField.tsx'

export const DealDateFields = (fields: DealFieldsProps) => {
  const { t } = useText()
  return (
    <FormSection title={t('dealwriting.days')} note={t('dealwriting.optional')}>
      <div className={css.pair}>
        <DealField fields={fields} label={t('dealwriting.days.from')} field="startDate" type="date" />
        <DealField
          fields={fields}
          label={t('dealwriting.days.until')}
          field="endDate"
          type="date"
          min={fields.form.draft.startDate || undefined}
        />
      </div>
      <p className={typography.meta}>{t('dealwriting.days.hint')}</p>
    </FormSection>
  )
}
