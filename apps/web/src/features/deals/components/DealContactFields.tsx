import { MAX_EMAIL_LENGTH } from '@parvis/contract/entry.ts'
import { MAX_PHONE_LENGTH, MAX_URL_LENGTH } from '@parvis/contract/write-deals.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { FormSection } from '#web/ui/FormSection.tsx'
import type { DealFieldsProps } from './DealTextFields.tsx'

export const DealContactFields = ({ form: { draft, changeDraft: change }, errorOf, submitCount }: DealFieldsProps) => {
  const { t } = useText()
  const urlProps = { inputMode: 'url', autoCapitalize: 'none', spellCheck: false, maxLength: MAX_URL_LENGTH } as const
  return (
    <FormSection title={t('dealwriting.contact')} note={t('dealwriting.optional')}>
      <Field
        label={t('dealwriting.phone')}
        name="phone"
        type="tel"
        icon="phone"
        autoComplete="tel"
        maxLength={MAX_PHONE_LENGTH}
        value={draft.phone}
        onChange={phone => change({ phone })}
        error={errorOf('phone')}
        submitCount={submitCount}
      />
      <Field
        {...urlProps}
        label={t('dealwriting.site')}
        name="webSiteUrl"
        icon="globe"
        autoComplete="url"
        value={draft.webSiteUrl}
        onChange={webSiteUrl => change({ webSiteUrl })}
        error={errorOf('webSiteUrl')}
        submitCount={submitCount}
      />
      <Field
        {...urlProps}
        label={t('dealwriting.facebook')}
        name="fbUrl"
        icon="thumbs-up"
        autoComplete="off"
        value={draft.fbUrl}
        onChange={fbUrl => change({ fbUrl })}
        error={errorOf('fbUrl')}
        submitCount={submitCount}
      />
      <Field
        label={t('dealwriting.email')}
        name="email"
        type="email"
        icon="mail"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_EMAIL_LENGTH}
        value={draft.email}
        onChange={email => change({ email })}
        error={errorOf('email')}
        submitCount={submitCount}
      />
    </FormSection>
  )
}
