import { MAX_EMAIL_LENGTH } from '@parvis/contract/entry.ts'
import { MAX_WORD_LENGTH } from '@parvis/contract/profile.ts'
import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import { townOf } from '../profile-form.ts'
import type { ProfileForm } from '../use-profile-form.ts'
import { PasswordFields } from './PasswordFields.tsx'
import { ConfirmBox } from './ConfirmBox.tsx'
import { AddressFields, ApartmentFields } from './AddressFields.tsx'
import css from './HomeAndPassword.module.css'

/** Second page of the profile form: address, password and, where the team approves newcomers, a message to the team. */
export const HomeAndPassword = ({ form }: { form: ProfileForm }) => {
  const { t } = useText()
  const { draft, change, requirements } = form
  return (
    <>
      {requirements.role === 'neighbor' && <Home form={form} />}
      {requirements.needEmail && (
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
          submitCount={form.submitCount}
        />
      )}
      {requirements.needPassword && <PasswordFields form={form} />}
      {requirements.needApproval && (
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
          submitCount={form.submitCount}
        />
      )}
    </>
  )
}

const Home = ({ form }: { form: ProfileForm }) => {
  const { t } = useText()
  const { draft, errorOf } = form
  const [isEditing, setIsEditing] = useState(false)
  // The address fields are also shown when the floor or the apartment number has an error.
  const open = isEditing || !draft.address || errorOf('floor') !== null || errorOf('apartmentNumber') !== null
  const inside = [draft.building, draft.floor && t('entry.home.floor', { floor: draft.floor })].filter(Boolean)
  return (
    <Card as="section" className={css.home} aria-label={t('entry.home')}>
      {open ? (
        <>
          <AddressFields form={form} />
          <ApartmentFields form={form} />
        </>
      ) : (
        <div className={css.row}>
          <Tile picto="house-with-garden" hue="home" size="s" />
          <div>
            <b>{draft.address}</b>
            <span>{townOf(draft)}</span>
            {inside.length > 0 && <span>{inside.join(' · ')}</span>}
          </div>
          <Button kind="quiet" onClick={() => setIsEditing(true)}>
            {t('entry.home.change')}
          </Button>
        </div>
      )}
      <ConfirmBox form={form} name="confirmaddress">
        {t('entry.confirmaddress')}
      </ConfirmBox>
    </Card>
  )
}
