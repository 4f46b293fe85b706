import { textIn } from '@parvis/contract/language.ts'
import { MAX_TEXT_LENGTH } from '@parvis/contract/publish.ts'
import type { Template } from '@parvis/contract/templates.ts'
import { formLanguages } from '#web/kernel/text/form-languages.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Select } from '#web/ui/Select.tsx'
import { FormSection } from '#web/ui/FormSection.tsx'
import typography from '#web/ui/typography.module.css'
import { withInvitation } from '../deal-draft.ts'
import { type LanguageProps, OptionalLabel } from './DealTextFields.tsx'
import { DealField, type DealFieldsProps } from './DealField.tsx'

const NONE = ''

/** Form section for the activity that a deal suggests to neighbours: its template and texts. */
export const DealInvitation = ({
  templates,
  language,
  onLanguage,
  ...fields
}: DealFieldsProps & LanguageProps & { templates: readonly Template[] }) => {
  const { t, language: viewerLanguage } = useText()
  const { draft, change } = fields.form
  const field = { lang: language, autoComplete: 'off', maxLength: MAX_TEXT_LENGTH } as const
  // The selected template remains among the options when it is no longer offered.
  const isOffered = templates.some(({ _id }) => _id === draft.templateId)
  if (templates.length === 0 && !draft.templateId) return null
  return (
    <FormSection title={t('dealwriting.activity')} note={t('dealwriting.optional')}>
      <p className={typography.meta}>{t('dealwriting.activity.hint')}</p>
      <Select
        label={t('dealwriting.activity.template')}
        name="templateId"
        value={draft.templateId ?? NONE}
        options={[
          { value: NONE, label: t('dealwriting.activity.none') },
          ...(draft.templateId && !isOffered ? [{ value: draft.templateId, label: t('dealwriting.activity') }] : []),
          ...templates.map(template => ({
            value: template._id,
            label: textIn(viewerLanguage, template, 'name') ?? '',
          })),
        ]}
        onChange={templateId => change(withInvitation(draft, templateId || null, templates))}
        error={fields.errorOf('templateId')}
        submitCount={fields.submitCount}
      />
      {draft.templateId && (
        <>
          <Segmented
            label={t('dealwriting.language')}
            value={language}
            onChange={onLanguage}
            options={formLanguages.map(value => ({ value, label: t(`common.language.${value}`) }))}
          />
          <DealField
            fields={fields}
            {...field}
            label={<OptionalLabel>{t('dealwriting.activity.text')}</OptionalLabel>}
            hint={t('dealwriting.activity.text.hint')}
            field={`${language}.activity`}
            name="activityDescription"
            rows={2}
          />
          <DealField
            fields={fields}
            {...field}
            label={<OptionalLabel>{t('dealwriting.activity.after')}</OptionalLabel>}
            field={`${language}.after`}
            name="activityPostDescription"
            rows={2}
          />
        </>
      )}
    </FormSection>
  )
}
