import { MAX_EMAIL_LENGTH } from '@parvis/contract/entry.ts'
import { MAX_PHONE_LENGTH, MAX_URL_LENGTH } from '@parvis/contract/deal-fields.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { FormSection } from '#web/ui/FormSection.tsx'
import { DealField, type DealFieldsProps } from './DealField.tsx'

export const DealContactFields = (fields: DealFieldsProps) => {
  const { t } = useText()
  const urlProps = { inputMode: 'url', autoCapitalize: 'none', spellCheck: false, maxLength: MAX_URL_LENGTH } as const
  return (
    <FormSection title={t('dealwriting.contact')} note={t('dealwriting.optional')}>
      <DealField
        fields={fields}
        label={t('dealwriting.phone')}
        field="phone"
        type="tel"
        icon="phone"
        autoComplete="tel"
        maxLength={MAX_PHONE_LENGTH}
      />
      <DealField
        fields={fields}
        {...urlProps}
        label={t('dealwriting.site')}
        field="webSiteUrl"
        icon="globe"
        autoComplete="url"
      />
      <DealField
        fields={fields}
        {...urlProps}
        label={t('dealwriting.facebook')}
        field="fbUrl"
        icon="thumbs-up"
        autoComplete="off"
      />
      <DealField
        fields={fields}
        label={t('dealwriting.email')}
        field="email"
        type="email"
        icon="mail"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_EMAIL_LENGTH}
      />
    </FormSection>
  )
}
