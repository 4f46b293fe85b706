import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '@parvis/contract/session.ts'
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH, MAX_WORD_LENGTH } from '@parvis/contract/profile.ts'
import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Check } from '#web/ui/Check.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import { townOf } from '../profile-form.ts'
import type { ProfileForm } from '../use-profile-form.ts'
import css from './HomeAndPassword.module.css'

const MAX_ZIP_LENGTH = 20
const MAX_FLOOR_LENGTH = 2
const MAX_APARTMENT_LENGTH = 10

/** The second page: where one lives, and the password; where the team approves who is new, a word to it. */
export const HomeAndPassword = ({ form }: { form: ProfileForm }) => {
  const { t } = useText()
  const { draft, change, ask } = form
  return (
    <>
      {ask.role === 'neighbor' && <Home form={form} />}
      {ask.needEmail && (
        <Field
          label={t('entry.email')}
          name="email"
          type="email"
          icon="mail"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          hint={t('entry.email.why')}
          maxLength={MAX_EMAIL_LENGTH}
          value={draft.email}
          onChange={email => change({ email })}
          error={form.errorOf('email')}
          attempt={form.attempt}
        />
      )}
      {ask.needPassword && <ChoosePassword form={form} />}
      {ask.needApproval && (
        <Field
          label={
            <>
              {t('entry.word')} <small>{t('entry.optional')}</small>
            </>
          }
          name="word"
          rows={3}
          hint={t('entry.word.why')}
          maxLength={MAX_WORD_LENGTH}
          value={draft.word}
          onChange={word => change({ word })}
          error={form.errorOf('word')}
          attempt={form.attempt}
        />
      )}
    </>
  )
}

const Home = ({ form }: { form: ProfileForm }) => {
  const { t } = useText()
  const { draft, change, errorOf, attempt } = form
  const [asked, setAsked] = useState(false)
  // a rule that one of the fields breaks shows them
  const open = asked || !draft.address || errorOf('floor') !== null || errorOf('apartmentNumber') !== null
  const inside = [draft.building, draft.floor && t('entry.home.floor', { floor: draft.floor })].filter(Boolean)
  const field = (name: 'address' | 'zipCode' | 'city' | 'building' | 'floor' | 'apartmentNumber') => ({
    label: t(`entry.${name}`),
    name,
    value: draft[name],
    onChange: (value: string) => change({ [name]: value }),
    error: errorOf(name),
    attempt,
  })
  return (
    <Card as="section" className={css.home} aria-label={t('entry.home')}>
      {open ? (
        <>
          <Field {...field('address')} autoComplete="street-address" maxLength={MAX_ADDRESS_LENGTH} autoFocus />
          <div className={css.pair}>
            <Field {...field('zipCode')} autoComplete="postal-code" maxLength={MAX_ZIP_LENGTH} />
            <Field {...field('city')} autoComplete="address-level2" maxLength={MAX_NAME_LENGTH} />
          </div>
          <Field {...field('building')} autoComplete="address-line2" maxLength={MAX_NAME_LENGTH} />
          <div className={css.pair}>
            <Field {...field('floor')} inputMode="numeric" autoComplete="off" maxLength={MAX_FLOOR_LENGTH} />
            <Field
              {...field('apartmentNumber')}
              inputMode="numeric"
              autoComplete="off"
              maxLength={MAX_APARTMENT_LENGTH}
            />
          </div>
        </>
      ) : (
        <div className={css.row}>
          <Tile picto="house-with-garden" hue="home" size="s" />
          <div>
            <b>{draft.address}</b>
            <span>{townOf(draft)}</span>
            {inside.length > 0 && <span>{inside.join(' · ')}</span>}
          </div>
          <Button kind="quiet" onClick={() => setAsked(true)}>
            {t('entry.home.change')}
          </Button>
        </div>
      )}
      <Check
        name="confirmaddress"
        checked={draft.confirmaddress}
        onChange={confirmaddress => change({ confirmaddress })}
        error={errorOf('confirmaddress')}
        attempt={attempt}
      >
        {t('entry.confirmaddress')}
      </Check>
    </Card>
  )
}

/** A new password, twice. */
export const ChoosePassword = ({
  form,
}: {
  form: Pick<ProfileForm, 'passwords' | 'changePassword' | 'errorOf' | 'attempt'>
}) => {
  const { t } = useText()
  const { passwords, changePassword, errorOf, attempt } = form
  const shared = { type: 'password', autoComplete: 'new-password', maxLength: MAX_PASSWORD_LENGTH, attempt } as const
  return (
    <>
      <Field
        {...shared}
        label={t('entry.newpassword')}
        name="newpassword"
        hint={t('entry.newpassword.hint')}
        value={passwords.newpassword}
        onChange={newpassword => changePassword({ newpassword })}
        error={errorOf('newpassword')}
      />
      <Field
        {...shared}
        label={t('entry.again')}
        name="again"
        enterKeyHint="go"
        value={passwords.again}
        onChange={again => changePassword({ again })}
        error={errorOf('again')}
      />
    </>
  )
}
