import { MAX_EMAIL_LENGTH, MAX_KEY_LENGTH } from '@parvis/contract/session.ts'
import { checkRegister } from '@parvis/contract/session-rules.ts'
import { useState, type FormEvent } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Check } from '#web/ui/Check.tsx'
import { Field } from '#web/ui/Field.tsx'
import typography from '#web/ui/typography.module.css'
import type { AppleTrip } from '../apple-trip.ts'
import { wasGuestOf } from '../device.ts'
import { troubleOfRule } from '../login-errors.ts'
import { useGuestEntry, useRegister } from '../session.mutations.ts'
import { AppleButton } from './AppleButton.tsx'
import type { EntryFormProps } from './LogInForm.tsx'
import type { Sending } from './Sent.tsx'
import { Tipped, tipsOf, useTips } from './Tip.tsx'
import css from './EntryForm.module.css'

const TERMS = '/conditions-generales-utilisation'

export interface RegisterFormProps extends EntryFormProps {
  email: string
  onEmail: (email: string) => void
  linkKey: string | null
  /** Whether guests are allowed without an account. */
  guests: boolean
  /** Nothing is shown above the form, so that tips beside it are aligned. */
  plain: boolean
  /** The values from before a redirect to Apple. */
  trip: AppleTrip | null
  onSent: (sending: Sending) => void
}

/** Registers by e-mail (the password is chosen after the mailed link), with Apple, or as a guest without an account. */
export const RegisterForm = (props: RegisterFormProps) => {
  const { community, door, linkKey, guests, trip, onEntered, onFailed, apple, next } = props
  const { t } = useText()
  const [typed, setTyped] = useState(trip?.registerkey ?? '')
  const [terms, setTerms] = useState(trip?.registers ?? false)
  const [linkKeyRefused, setLinkKeyRefused] = useState(() => door.errorOf('registerkey') !== null)
  const register = useRegister(community._id)
  const guest = useGuestEntry(community._id)
  const asksKey = community.needRegisterKey && (!linkKey || linkKeyRefused)
  const key = asksKey ? typed.trim() : (linkKey ?? '')
  const busy = register.isPending || guest.isPending || apple?.busy
  const tips = useTips(tipsOf({ apple: apple !== null, guests }), props.plain && !linkKeyRefused)

  const fail = (error: unknown) => {
    // The key may have changed since the link was made.
    if (error instanceof ApiError && error.field === 'registerkey') setLinkKeyRefused(true)
    onFailed(error)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const email = props.email.trim()
    const broken = checkRegister({ email, registerkey: key }, { needKey: community.needRegisterKey })
    if (broken) return door.stumble(troubleOfRule(broken))
    door.clear()
    register.mutate(
      { email, registerkey: key },
      { onSuccess: ({ popup }) => props.onSent({ popup, email, registerkey: key }), onError: fail },
    )
  }
  const signUpWithApple = () => {
    if (busy) return
    // Checked before the redirect, which could not succeed.
    if (community.needRegisterKey && !key)
      return door.stumble(troubleOfRule({ key: 'missingkey', field: 'registerkey' }))
    door.enter(() => apple?.go({ registers: true, registerkey: key, next }))
  }
  const visit = () => {
    if (busy) return
    // Checked before asking to leave another community, because it could not succeed.
    if (community.needRegisterKey && !key && !wasGuestOf(community._id))
      return door.stumble(troubleOfRule({ key: 'missingkey', field: 'registerkey' }))
    door.enter(() => guest.mutate(key, { onSuccess: onEntered, onError: fail }))
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <Tipped name="email" tips={tips}>
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
          onChange={props.onEmail}
          error={door.errorOf('email')}
          attempt={door.attempt}
        />
      </Tipped>
      {asksKey && (
        <Field
          label={t('entry.key')}
          name="registerkey"
          icon="key-round"
          hint={t('entry.key.hint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_KEY_LENGTH}
          value={typed}
          onChange={setTyped}
          error={door.errorOf('registerkey')}
          attempt={door.attempt}
        />
      )}
      <Check name="terms" checked={terms} onChange={setTerms}>
        {t('entry.accept')}{' '}
        <a className={typography.link} href={TERMS} target="_blank" rel="noopener">
          {t('entry.terms')}
        </a>
      </Check>
      <Button type="submit" kind="primary" wide disabled={!terms} busy={register.isPending}>
        {t('entry.register')}
      </Button>
      {(apple || guests) && <div className={css.rule}>{t('entry.login.or')}</div>}
      {apple && (
        <Tipped name="apple" tips={tips} side="start">
          <AppleButton registers busy={apple.busy} disabled={!terms} onClick={signUpWithApple} />
        </Tipped>
      )}
      {guests && (
        <Tipped name="guest" tips={tips}>
          <Button icon="eye" wide busy={guest.isPending} onClick={visit}>
            {t('entry.guest')}
          </Button>
        </Tipped>
      )}
    </form>
  )
}
