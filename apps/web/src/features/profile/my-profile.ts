import {
  findProfileErrors,
  type KnownAge,
  type OwnStay,
  type Profile,
  type ProfileChange,
} from '@parvis/contract/profile.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { validateOwnStay, type StayDays } from '@parvis/contract/stay.ts'
import { isDeepEqual } from '#web/kernel/device/form-edits.ts'
import { list, oneOf, type Shaped, text, texts } from '#web/kernel/device/shape.ts'
import { trimToNull } from '#web/kernel/text/trim-to-null.ts'
import { validatePasswordPair, type FormError, type Passwords, todayIn, withPasswordError } from './profile-form.ts'

/** Value of `photo` for a picked photo, which is stored on the device. */
export const PICKED_PHOTO = 'new'

const textShape = texts(
  'pseudo',
  'firstname',
  'lastname',
  'birthdate',
  'phone',
  'job',
  'address',
  'zipCode',
  'city',
  'building',
  'floor',
  'apartmentNumber',
  'buildingAccess',
  'description',
)
type TextFields = Shaped<typeof textShape>
const textFieldNames = Object.keys(textShape) as (keyof TextFields)[]

/** Shape of the draft of one's own profile; `photo` is the URL of the stored photo, or `PICKED_PHOTO`. */
export const myProfileShape = {
  ...textShape,
  gender: oneOf('M', 'F', null),
  hobbiesIds: list(text),
  ...texts('photo', 'locationId', 'arrival', 'departure'),
}
/** Draft of one's own profile; a missing value is an empty string. */
export type MyProfileDraft = Shaped<typeof myProfileShape>

export const draftOf = (profile: Profile): MyProfileDraft => ({
  ...(Object.fromEntries(textFieldNames.map(name => [name, profile[name] ?? ''])) as TextFields),
  gender: profile.gender,
  photo: profile.photoUri ?? '',
  hobbiesIds: profile.hobbiesIds,
  locationId: profile.stay?.locationId ?? '',
  arrival: profile.stay?.arrival ?? '',
  departure: profile.stay?.departure ?? '',
})

/** The confirmation boxes, which have to be ticked again each time the form is opened. */
export interface Confirmations {
  confirmage: boolean
  confirmaddress: boolean
}

export interface MyPasswords extends Passwords {
  currentpassword: string
}

/** Role of the member, and the rules and known data by which the form is validated. */
export interface MyProfileRequirements {
  role: Role
  needCurrentPassword: boolean
  minAge: number
  known: KnownAge | null
  timezone: string
  stay: OwnStay | null
}

const isChanged = (draft: MyProfileDraft, savedValues: MyProfileDraft, name: keyof TextFields) =>
  trimToNull(draft[name]) !== trimToNull(savedValues[name])

/** Whether the address was changed; the member must then confirm the new address. */
export const hasMoved = (draft: MyProfileDraft, savedValues: MyProfileDraft): boolean =>
  (['address', 'zipCode', 'city'] as const).some(name => isChanged(draft, savedValues, name))

/** Whether the birth date was cleared; the member must then confirm their age. */
export const removesBirthDate = (draft: MyProfileDraft, savedValues: MyProfileDraft): boolean =>
  !draft.birthdate.trim() && isChanged(draft, savedValues, 'birthdate')

/** Whether a new password or its repetition is typed. */
export const hasTypedPassword = ({ newpassword, again }: Passwords): boolean => newpassword !== '' || again !== ''

/** The request body, with the changed fields only. */
export const changesOf = (
  draft: MyProfileDraft,
  savedValues: MyProfileDraft,
  confirmations: Confirmations,
  passwords: MyPasswords,
): ProfileChange => ({
  ...Object.fromEntries(
    textFieldNames.filter(name => isChanged(draft, savedValues, name)).map(name => [name, trimToNull(draft[name])]),
  ),
  ...(draft.gender !== savedValues.gender && { gender: draft.gender }),
  ...(!isDeepEqual(draft.hobbiesIds, savedValues.hobbiesIds) && { hobbiesIds: draft.hobbiesIds, updateHobbies: true }),
  ...(!draft.photo && savedValues.photo && { photoUri: null }),
  ...(removesBirthDate(draft, savedValues) && { confirmage: confirmations.confirmage }),
  ...(hasMoved(draft, savedValues) && { confirmaddress: confirmations.confirmaddress }),
  ...(hasTypedPassword(passwords) && {
    newpassword: passwords.newpassword,
    ...(passwords.currentpassword && { currentpassword: passwords.currentpassword }),
  }),
})

const stayFields = ['locationId', 'arrival', 'departure'] as const

/** The changed fields of the stay; null when there are none. */
export const stayChangesOf = (draft: MyProfileDraft, savedValues: MyProfileDraft): StayDays | null => {
  const changed = stayFields.filter(field => draft[field] !== savedValues[field])
  return changed.length > 0 ? Object.fromEntries(changed.map(field => [field, draft[field] || null])) : null
}

/** All errors of the form, in the order of the specification. */
export const findMyProfileErrors = (
  draft: MyProfileDraft,
  savedValues: MyProfileDraft,
  confirmations: Confirmations,
  passwords: MyPasswords,
  requirements: MyProfileRequirements,
): FormError[] => {
  const { role, minAge, known, stay } = requirements
  const changesPassword = hasTypedPassword(passwords)
  const errors = findProfileErrors(
    { ...draft, ...confirmations, newpassword: passwords.newpassword, stay: stay && validateOwnStay(draft, stay) },
    {
      role,
      askAge: isChanged(draft, savedValues, 'birthdate'),
      askAddress: hasMoved(draft, savedValues),
      askEmail: false,
      askPassword: changesPassword,
      minAge,
      known,
      today: todayIn(requirements.timezone),
    },
  )
  return changesPassword ? withPasswordError(errors, validateMyPasswords(passwords, requirements)) : errors
}

const validateMyPasswords = (
  passwords: MyPasswords,
  { needCurrentPassword }: Pick<MyProfileRequirements, 'needCurrentPassword'>,
): FormError | null =>
  needCurrentPassword && !passwords.currentpassword
    ? { key: 'missingpassword', field: 'currentpassword' }
    : validatePasswordPair(passwords)
