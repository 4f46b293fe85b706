import { MAX_EMAIL_LENGTH } from '@parvis/contract/entry.ts'
import { validateEmail } from '@parvis/contract/entry-rules.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Form } from '#web/ui/Form.tsx'
import { useForgetPassword } from '../session.mutations.ts'
import type { EntryFormProps } from './LogInForm.tsx'
import type { SentMail } from './SentDialog.tsx'
import css from './EntryForm.module.css'

export interface ForgottenFormProps extends EntryFormProps {
  email: string
  onEmailChange: (email: string) => void
  onSent: (sentMail: SentMail) => void
  onBack: () => void
}

/** Requests a mail with a link to set a new password. */
export const ForgottenForm = ({
  community,
  entryPoint,
  email,
  onEmailChange,
  onSent,
  onBack,
  onFailed,
}: ForgottenFormProps) => {
  const { t } = useText()
  const requestMail = useForgetPassword(community._id)
  const submit = () => {
    const to = email.trim()
    if (entryPoint.acceptInput(validateEmail(email)))
      requestMail.mutate(to, { onSuccess: ({ popup }) => onSent({ popup, email: to }), onError: onFailed })
  }
  return (
    <Form className={css.form} busy={requestMail.isPending} onSubmit={submit}>
      <p className={css.text}>{t('entry.forgotten.text')}</p>
      <Field
        label={t('entry.email')}
        name="email"
        type="email"
        icon="mail"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_EMAIL_LENGTH}
        value={email}
        onChange={onEmailChange}
        error={entryPoint.errorOf('email')}
        submitCount={entryPoint.submitCount}
      />
      <div className={css.stack}>
        <Button type="submit" kind="primary" wide busy={requestMail.isPending}>
          {t('entry.forgotten.send')}
        </Button>
        <Button kind="quiet" wide onClick={onBack}>
          {t('entry.back')}
        </Button>
      </div>
    </Form>
  )
}
