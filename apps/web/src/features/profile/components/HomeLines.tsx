import type { ProfileDraft } from '../profile-form.ts'
import { type FormOf, ProfileLine } from './ProfileLine.tsx'
import css from './HomeAndPassword.module.css'

export const AddressLines = ({ form }: { form: FormOf<Pick<ProfileDraft, 'address' | 'zipCode' | 'city'>> }) => (
  <>
    <ProfileLine form={form} name="address" autoFocus />
    <div className={css.pair}>
      <ProfileLine form={form} name="zipCode" />
      <ProfileLine form={form} name="city" />
    </div>
  </>
)

export const InsideLines = ({
  form,
}: {
  form: FormOf<Pick<ProfileDraft, 'building' | 'floor' | 'apartmentNumber'>>
}) => (
  <>
    <ProfileLine form={form} name="building" />
    <div className={css.pair}>
      <ProfileLine form={form} name="floor" />
      <ProfileLine form={form} name="apartmentNumber" />
    </div>
  </>
)
