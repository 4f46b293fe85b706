import { MAX_ADDRESS_LENGTH } from '@parvis/contract/profile.ts'
import { useId, useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import columns from '#web/ui/form-columns.module.css'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { townOf } from '../profile-form.ts'
import { ConfirmBox } from './ConfirmBox.tsx'
import { AddressFields, ApartmentFields } from './AddressFields.tsx'
import css from './MyProfile.module.css'
import type { FormWithConflicts } from '../form-with-conflicts.ts'

/** Home or work address; a resident who moves must confirm the new address. */
export const MyHome = ({ form, isResident }: { form: FormWithConflicts; isResident: boolean }) => {
  const { t } = useText()
  const id = useId()
  const { draft, change, errorOf, submitCount, withConflict, hasMovedHome } = form
  const [isEditing, setIsEditing] = useState(false)
  const addressText = [draft.address, townOf(draft)].filter(Boolean).join(', ')
  return (
    <Card as="section" aria-labelledby={id} className={columns.block}>
      <h2 id={id} className={css.title}>
        {t('profile.home')}
      </h2>
      <p className={css.note}>{t('profile.home.why')}</p>
      {isEditing || hasMovedHome ? (
        <AddressFields form={form} />
      ) : (
        <div className={css.address}>
          <Icon name="map-pin" size="s" />
          <span dir="auto">{addressText || t('profile.home.none')}</span>
          <Button kind="quiet" size="s" onClick={() => setIsEditing(true)}>
            {t(addressText ? 'entry.home.change' : 'profile.home.add')}
          </Button>
        </div>
      )}
      {hasMovedHome && isResident && (
        <ConfirmBox form={form} name="confirmaddress">
          {t('entry.confirmaddress')}
        </ConfirmBox>
      )}
      <ApartmentFields form={form} />
      {withConflict(
        'buildingAccess',
        <Field
          label={
            <>
              {t('profile.buildingAccess')} <small>{t('entry.optional')}</small>
            </>
          }
          name="buildingAccess"
          autoComplete="off"
          maxLength={MAX_ADDRESS_LENGTH}
          hint={t('profile.buildingAccess.why')}
          value={draft.buildingAccess}
          onChange={buildingAccess => change({ buildingAccess })}
          error={errorOf('buildingAccess')}
          submitCount={submitCount}
        />,
      )}
    </Card>
  )
}
