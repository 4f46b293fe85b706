import { MAX_EMAIL_LENGTH, MAX_REGISTER_KEY_LENGTH } from '@parvis/contract/entry.ts'
import { validateRegistration } from '@parvis/contract/entry-rules.ts'
import { useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Field } from '#web/ui/Field.tsx'
import typography from '#web/ui/typography.module.css'
import { Form } from '#web/ui/Form.tsx'
import type { AppleRedirect } from '../apple-redirect.ts'
import { wasGuestOf } from '../device.ts'
import { useGuestEntry, useRegister } from '../session.mutations.ts'
import { AppleButton } from './AppleButton.tsx'
import type { EntryFormProps } from './LogInForm.tsx'
import type { SentMail } from './SentDialog.tsx'
import { WithTip, tipsOf, useTips } from './Tip.tsx'
import css from './EntryForm.module.css'

const TERMS = '/conditions-generales-utilisation'

export interface RegisterFormProps extends EntryFormProps {
  email: string
  onEmailChange: (email: string) => void
  linkKey: string | null
  /** Whether people may enter as guests, without an account. */
  allowsGuests: boolean
  /** True if nothing is shown above the form; otherwise, tips beside the form would not be aligned with its fields. */
  canShowTips: boolean
  /** The values from before a redirect to Apple. */
  appleRedirect: AppleRedirect | null
  onSent: (sentMail: SentMail) => void
}

/** Registers by e-mail (the mailed link leads to the choice of a password), with Apple, or as a guest. */
export const RegisterForm = (props: RegisterFormProps) => {
  const { community, entryPoint, linkKey, allowsGuests, appleRedirect, onEntered, onFailed, apple, next } = props
  const { t } = useText()
  const [typedKey, setTypedKey] = useState(appleRedirect?.registerkey ?? '')
  const [hasAcceptedTerms, setHasAcceptedTerms] = useState(appleRedirect?.registers ?? false)
  const [isLinkKeyRefused, setIsLinkKeyRefused] = useState(() => entryPoint.errorOf('registerkey') !== null)
  const register = useRegister(community._id)
  const guestEntry = useGuestEntry(community._id)
  const needsKey = community.needRegisterKey && (!linkKey || isLinkKeyRefused)
  const key = needsKey ? typedKey.trim() : (linkKey ?? '')
  const busy = register.isPending || guestEntry.isPending || apple?.busy
  const tips = useTips(tipsOf({ apple: apple !== null, allowsGuests }), props.canShowTips && !isLinkKeyRefused)

  const handleError = (error: unknown) => {
    // The key may have changed since the link was made.
    if (error instanceof ApiError && error.field === 'registerkey') setIsLinkKeyRefused(true)
    onFailed(error)
  }
  const submit = () => {
    const email = props.email.trim()
    const form = { email, registerkey: key }
    if (entryPoint.acceptInput(validateRegistration(form, { needKey: community.needRegisterKey })))
      register.mutate(form, { onSuccess: ({ popup }) => props.onSent({ popup, ...form }), onError: handleError })
  }
  const signUpWithApple = () => {
    if (busy) return
    // Checked before the redirect to Apple, because without the key the registration would fail.
    if (community.needRegisterKey && !key) return entryPoint.showInvalid({ key: 'missingkey', field: 'registerkey' })
    entryPoint.enter(() => apple?.startLogIn({ registers: true, registerkey: key, next }))
  }
  const enterAsGuest = () => {
    if (busy) return
    // Checked before the question about leaving another community, because without the key the entry fails.
    if (community.needRegisterKey && !key && !wasGuestOf(community._id))
      return entryPoint.showInvalid({ key: 'missingkey', field: 'registerkey' })
    entryPoint.enter(() => guestEntry.mutate(key, { onSuccess: onEntered, onError: handleError }))
  }
  return (
    <Form className={css.form} busy={busy} onSubmit={submit}>
      <WithTip name="email" tips={tips}>
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
          value={props.email}
          onChange={props.onEmailChange}
          error={entryPoint.errorOf('email')}
          submitCount={entryPoint.submitCount}
        />
      </WithTip>
      {needsKey && (
        <Field
          label={t('entry.key')}
          name="registerkey"
          icon="key-round"
          hint={t('entry.key.hint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_REGISTER_KEY_LENGTH}
          value={typedKey}
          onChange={setTypedKey}
          error={entryPoint.errorOf('registerkey')}
          submitCount={entryPoint.submitCount}
        />
      )}
      <Checkbox name="terms" checked={hasAcceptedTerms} onChange={setHasAcceptedTerms}>
        {t('entry.accept')}{' '}
        <a className={typography.link} href={TERMS} target="_blank" rel="noopener">
          {t('entry.terms')}
        </a>
      </Checkbox>
      <Button type="submit" kind="primary" wide disabled={!hasAcceptedTerms} busy={register.isPending}>
        {t('entry.register')}
      </Button>
      {(apple || allowsGuests) && <div className={css.rule}>{t('entry.login.or')}</div>}
      {apple && (
        <WithTip name="apple" tips={tips} side="start">
          <AppleButton isRegistration busy={apple.busy} disabled={!hasAcceptedTerms} onClick={signUpWithApple} />
        </WithTip>
      )}
      {allowsGuests && (
        <WithTip name="guest" tips={tips}>
          <Button icon="eye" wide busy={guestEntry.isPending} onClick={enterAsGuest}>
            {t('entry.guest')}
          </Button>
        </WithTip>
      )}
    </Form>
  )
}
