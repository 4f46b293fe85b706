import {
  breaksOfProfile,
  type KnownAge,
  type OwnStay,
  type Profile,
  type ProfileChange,
} from '@parvis/contract/profile.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { checkOwnStay, type StayDays } from '@parvis/contract/stay.ts'
import { isSame } from '#web/kernel/device/written.ts'
import { breakOfPasswords, type FormBreak, type Passwords, todayIn, withPasswords } from './profile-form.ts'

/** Value of `photo` for a picked photo, which is stored on the device. */
export const PICKED = 'new'

const noLines = {
  pseudo: '',
  firstname: '',
  lastname: '',
  birthdate: '',
  phone: '',
  job: '',
  address: '',
  zipCode: '',
  city: '',
  building: '',
  floor: '',
  apartmentNumber: '',
  buildingAccess: '',
  description: '',
}
type Lines = typeof noLines
const lineNames = Object.keys(noLines) as (keyof Lines)[]

/** Draft of one's own profile; what is missing is an empty string. */
export interface MyProfileDraft extends Lines {
  gender: 'M' | 'F' | null
  /** URL of the stored photo, or `PICKED_PHOTO`. */
  photo: string
  hobbiesIds: string[]
  locationId: string
  arrival: string
  departure: string
}

export const draftOf = (profile: Profile): MyProfileDraft => ({
  ...(Object.fromEntries(lineNames.map(name => [name, profile[name] ?? ''])) as Lines),
  gender: profile.gender,
  photo: profile.photoUri ?? '',
  hobbiesIds: profile.hobbiesIds,
  locationId: profile.stay?.locationId ?? '',
  arrival: profile.stay?.arrival ?? '',
  departure: profile.stay?.departure ?? '',
})

/** Checks a value read from the device before it enters the form. */
export const isValue = (value: unknown, field: keyof MyProfileDraft): boolean => {
  if (field === 'gender') return value === null || value === 'M' || value === 'F'
  if (field === 'hobbiesIds') return Array.isArray(value) && value.every(id => typeof id === 'string')
  return typeof value === 'string'
}

/** The confirmation boxes; they are asked for again at each visit. */
export interface Boxes {
  confirmage: boolean
  confirmaddress: boolean
}

export interface MyPasswords extends Passwords {
  currentpassword: string
}

/** Who changes the profile, and what the rules require of them. */
export interface MyProfileAsk {
  role: Role
  needCurrentPassword: boolean
  minAge: number
  known: KnownAge | null
  timezone: string
  stay: OwnStay | null
}

const orNull = (text: string) => text.trim() || null
const isTold = (draft: MyProfileDraft, stands: MyProfileDraft, name: keyof Lines) =>
  orNull(draft[name]) !== orNull(stands[name])

/** A member who moves must confirm the new address. */
export const hasMoved = (draft: MyProfileDraft, stands: MyProfileDraft): boolean =>
  (['address', 'zipCode', 'city'] as const).some(name => isTold(draft, stands, name))

/** A member who clears the birth date must confirm their age. */
export const takesAgeBack = (draft: MyProfileDraft, stands: MyProfileDraft): boolean =>
  !draft.birthdate.trim() && isTold(draft, stands, 'birthdate')

/** True once any part of a new password is typed. */
export const wantsPassword = ({ newpassword, again }: Passwords): boolean => newpassword !== '' || again !== ''

/** The request body, with the changed fields only. */
export const changesOf = (
  draft: MyProfileDraft,
  stands: MyProfileDraft,
  boxes: Boxes,
  passwords: MyPasswords,
): ProfileChange => ({
  ...Object.fromEntries(lineNames.filter(name => isTold(draft, stands, name)).map(name => [name, orNull(draft[name])])),
  ...(draft.gender !== stands.gender && { gender: draft.gender }),
  ...(!isSame(draft.hobbiesIds, stands.hobbiesIds) && { hobbiesIds: draft.hobbiesIds, updateHobbies: true }),
  ...(!draft.photo && stands.photo && { photoUri: null }),
  ...(takesAgeBack(draft, stands) && { confirmage: boxes.confirmage }),
  ...(hasMoved(draft, stands) && { confirmaddress: boxes.confirmaddress }),
  ...(wantsPassword(passwords) && {
    newpassword: passwords.newpassword,
    ...(passwords.currentpassword && { currentpassword: passwords.currentpassword }),
  }),
})

const stayFields = ['locationId', 'arrival', 'departure'] as const

/** The changed fields of the stay; null when there are none. */
export const stayChangesOf = (draft: MyProfileDraft, stands: MyProfileDraft): StayDays | null => {
  const told = stayFields.filter(field => draft[field] !== stands[field])
  return told.length > 0 ? Object.fromEntries(told.map(field => [field, draft[field] || null])) : null
}

/** All broken rules, in the order of the product. */
export const breaksOf = (
  draft: MyProfileDraft,
  stands: MyProfileDraft,
  boxes: Boxes,
  passwords: MyPasswords,
  ask: MyProfileAsk,
): FormBreak[] => {
  const { role, minAge, known, stay } = ask
  const wants = wantsPassword(passwords)
  const broken = breaksOfProfile(
    { ...draft, ...boxes, newpassword: passwords.newpassword, stay: stay && checkOwnStay(draft, stay) },
    {
      role,
      askAge: isTold(draft, stands, 'birthdate'),
      askAddress: hasMoved(draft, stands),
      askEmail: false,
      askPassword: wants,
      minAge,
      known,
      today: todayIn(ask.timezone),
    },
  )
  return wants ? withPasswords(broken, breakOfMyPasswords(passwords, ask)) : broken
}

const breakOfMyPasswords = (
  passwords: MyPasswords,
  { needCurrentPassword }: Pick<MyProfileAsk, 'needCurrentPassword'>,
): FormBreak | null =>
  needCurrentPassword && !passwords.currentpassword
    ? { key: 'missingpassword', field: 'currentpassword' }
    : breakOfPasswords(passwords)
