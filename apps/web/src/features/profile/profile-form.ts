import { serverTime } from '#web/kernel/device/clock.ts'
import { bool, oneOf, type Shaped, texts } from '#web/kernel/device/shape.ts'
import { trimToNull } from '#web/kernel/text/trim-to-null.ts'
import type { Community } from '@parvis/contract/community.ts'
import type { ValidationError } from '@parvis/contract/errors.ts'
import {
  findProfileErrors,
  validateBirthdate,
  validatePseudo,
  isUnderAge,
  type KnownAge,
  type Profile,
  type ProfileChange,
  parseFrenchDate,
} from '@parvis/contract/profile.ts'
import type { Role } from '@parvis/contract/roles.ts'

export const profileShape = {
  ...texts('firstname', 'lastname', 'pseudo', 'birthdate', 'address', 'zipCode', 'city', 'building', 'floor'),
  ...texts('apartmentNumber', 'email', 'word'),
  gender: oneOf('M', 'F', null),
  confirmage: bool,
  confirmaddress: bool,
}
/** The values of the form, without the passwords and the photo. */
export type ProfileDraft = Shaped<typeof profileShape>

export interface Passwords {
  newpassword: string
  again: string
}

/** Role of the member, and the rules and known data by which the form is validated. */
export interface ProfileRequirements {
  role: Role
  needPassword: boolean
  /** Whether the member must give an e-mail address, because they were invited by a printed letter. */
  needEmail: boolean
  needApproval: boolean
  minAge: number
  /** Age below which members are protected as minors. */
  consentAge: number
  /** What is already known about the age of the member; null if nothing is. */
  known: KnownAge | null
  timezone: string
}

export type ProfilePage = 1 | 2
export type ProfileFieldName = keyof ProfileDraft | 'newpassword' | 'again' | 'photo'

export const draftOf = (profile: Profile): ProfileDraft => ({
  firstname: profile.firstname ?? '',
  lastname: profile.lastname ?? '',
  pseudo: profile.pseudo,
  gender: profile.gender,
  birthdate: profile.birthdate ?? '',
  confirmage: false,
  address: profile.address ?? '',
  zipCode: profile.zipCode ?? '',
  city: profile.city ?? '',
  building: profile.building ?? '',
  floor: profile.floor ?? '',
  apartmentNumber: profile.apartmentNumber ?? '',
  confirmaddress: false,
  email: '',
  word: '',
})

const secondPageFields: ReadonlySet<string> = new Set<ProfileFieldName>([
  'address',
  'zipCode',
  'city',
  'building',
  'floor',
  'apartmentNumber',
  'confirmaddress',
  'email',
  'newpassword',
  'again',
  'word',
])

export const pageOf = (field: string): ProfilePage => (secondPageFields.has(field) ? 2 : 1)

export const hasSecondPage = ({ role, needPassword, needEmail, needApproval }: ProfileRequirements): boolean =>
  role === 'neighbor' || needPassword || needEmail || needApproval

/** Today as YYYY-MM-DD; not imported from the contract, whose module would add 6 kB of rules for posts. */
export const todayIn = (timezone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    serverTime(),
  )

/** `young` (below the minimum age) or `minor` for a complete birth date; null for any other. */
export const ageGroupOf = (
  birthdate: string,
  { minAge, consentAge, timezone }: Pick<ProfileRequirements, 'minAge' | 'consentAge' | 'timezone'>,
): 'young' | 'minor' | null => {
  const today = todayIn(timezone)
  const error = validateBirthdate(birthdate, { minAge, today })
  if (error) return error.key === 'tooyoungerror' ? 'young' : null
  return isUnderAge(parseFrenchDate(birthdate), today, consentAge) ? 'minor' : null
}

/** What is already known of the age of the member. A profile that was never saved has no pseudo. */
export const knownAgeOf = ({
  protection,
  consentAge,
  birthdate,
  pseudo,
}: Pick<Profile, 'protection' | 'consentAge' | 'birthdate' | 'pseudo'>): KnownAge | null =>
  birthdate || pseudo ? { until: consentAge, minorBornOn: protection && parseFrenchDate(birthdate ?? '') } : null

/** `differentpasswords` is found by the form alone: the server receives one password. */
export type FormError = ValidationError | { key: 'differentpasswords'; field: 'again' }

/** The errors of this page; on the last page, those of all pages. */
export const findPageErrors = (
  page: ProfilePage,
  draft: ProfileDraft,
  passwords: Passwords,
  requirements: ProfileRequirements,
): FormError[] => {
  const isLastPage = page === 2 || !hasSecondPage(requirements)
  const errors = findProfileErrors(
    { ...draft, newpassword: requirements.needPassword && isLastPage ? passwords.newpassword : null },
    {
      role: requirements.role,
      askAge: true,
      askAddress: isLastPage,
      askEmail: requirements.needEmail && isLastPage,
      askPassword: requirements.needPassword && isLastPage,
      minAge: requirements.minAge,
      known: requirements.known,
      today: todayIn(requirements.timezone),
    },
  ).filter(({ field }) => isLastPage || pageOf(field) === page)
  return withPasswordError(errors, isLastPage && requirements.needPassword ? validatePasswordPair(passwords) : null)
}

/** Adds the error of the other password fields only if the new password itself has no error. */
export const withPasswordError = (errors: ValidationError[], passwordError: FormError | null): FormError[] =>
  passwordError && !errors.some(({ field }) => field === 'newpassword') ? [...errors, passwordError] : errors

/** The error of a repetition that differs from the new password; the contract validates everything else. */
export const validatePasswordPair = ({ newpassword, again }: Passwords): FormError | null =>
  newpassword === again ? null : { key: 'differentpasswords', field: 'again' }

/** The request body. Only residents send an address. */
export const bodyOf = (
  draft: ProfileDraft,
  passwords: Passwords,
  requirements: ProfileRequirements,
): ProfileChange => ({
  firstname: trimToNull(draft.firstname),
  lastname: trimToNull(draft.lastname),
  pseudo: trimToNull(draft.pseudo),
  gender: draft.gender,
  birthdate: trimToNull(draft.birthdate),
  confirmage: draft.confirmage,
  ...(requirements.role === 'neighbor' && {
    address: trimToNull(draft.address),
    zipCode: trimToNull(draft.zipCode),
    city: trimToNull(draft.city),
    building: trimToNull(draft.building),
    floor: trimToNull(draft.floor),
    apartmentNumber: trimToNull(draft.apartmentNumber),
    confirmaddress: draft.confirmaddress,
  }),
  ...(requirements.needEmail && { email: trimToNull(draft.email) }),
  ...(requirements.needPassword && { newpassword: passwords.newpassword }),
  ...(requirements.needApproval && { word: trimToNull(draft.word) }),
})

const lettersOf = (name: string) => name.normalize('NFC').replace(/[^\p{L}]/gu, '')

/** "Camille", "Roussel" → "Camille.R"; both names together when the first one is short; empty when neither is valid. */
export const suggestPseudo = (firstname: string, lastname: string): string => {
  const [first, last] = [lettersOf(firstname), lettersOf(lastname)]
  const initial = [...last][0]?.toUpperCase() ?? ''
  const candidates = [initial ? `${first}.${initial}` : first, `${first}${last}`]
  return candidates.find(candidate => first && !validatePseudo(candidate)) ?? ''
}

/** Post code and town on one line: "74000 Annecy". */
export const townOf = ({ zipCode, city }: Pick<ProfileDraft, 'zipCode' | 'city'>): string =>
  [zipCode.trim(), city.trim()].filter(Boolean).join(' ')

export type FormCommunity = Pick<Community, '_id' | 'name' | 'customUri' | 'logoUri' | 'timezone'>
