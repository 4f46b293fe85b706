import { MAX_NAME_LENGTH } from '@parvis/contract/profile.ts'
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '@parvis/contract/entry.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import type { SetupForm } from '../setup-form.ts'

export type FounderStepProps = SetupForm & { password: string; onPassword: (password: string) => void }

/** First step: the name of the first webmaster, and how they log in. */
export const FounderStep = ({ draft, change, errorOf, submitCount, password, onPassword }: FounderStepProps) => {
  const { t } = useText()
  return (
    <>
      <Field
        label={t('setup.firstname')}
        name="firstname"
        autoComplete="given-name"
        maxLength={MAX_NAME_LENGTH}
        value={draft.firstname}
        onChange={firstname => change({ firstname })}
        error={errorOf('firstname')}
        submitCount={submitCount}
      />
      <Field
        label={t('setup.lastname')}
        name="lastname"
        autoComplete="family-name"
        maxLength={MAX_NAME_LENGTH}
        value={draft.lastname}
        onChange={lastname => change({ lastname })}
        error={errorOf('lastname')}
        submitCount={submitCount}
      />
      <Field
        label={t('setup.email')}
        name="email"
        type="email"
        icon="mail"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_EMAIL_LENGTH}
        value={draft.email}
        onChange={email => change({ email })}
        error={errorOf('email')}
        submitCount={submitCount}
      />
      <Field
        label={t('setup.password')}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={t('setup.password.hint')}
        maxLength={MAX_PASSWORD_LENGTH}
        enterKeyHint="next"
        value={password}
        onChange={onPassword}
        error={errorOf('password')}
        submitCount={submitCount}
      />
    </>
  )
}
