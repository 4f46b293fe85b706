import type { ProfileDraft } from '../profile-form.ts'
import { type FormOf, ProfileField } from './ProfileField.tsx'
import css from './HomeAndPassword.module.css'

export const AddressFields = ({ form }: { form: FormOf<Pick<ProfileDraft, 'address' | 'zipCode' | 'city'>> }) => (
  <>
    <ProfileField form={form} name="address" autoFocus />
    <div className={css.pair}>
      <ProfileField form={form} name="zipCode" />
      <ProfileField form={form} name="city" />
    </div>
  </>
)

export const ApartmentFields = ({
  form,
}: {
  form: FormOf<Pick<ProfileDraft, 'building' | 'floor' | 'apartmentNumber'>>
}) => (
  <>
    <ProfileField form={form} name="building" />
    <div className={css.pair}>
      <ProfileField form={form} name="floor" />
      <ProfileField form={form} name="apartmentNumber" />
    </div>
  </>
)
