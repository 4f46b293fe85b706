import type { ValidationError } from './errors.ts'
import type { Role } from './roles.ts'
import { validateEmail } from './entry-rules.ts'

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PSEUDO_LENGTH = 30
export const MAX_FLOOR_LENGTH = 2

export interface ProfileInput {
  pseudo?: string | null
  firstname?: string | null
  lastname?: string | null
  birthdate?: string | null
  floor?: string | null
  apartmentNumber?: string | null
  phone?: string | null
  email?: string | null
  newpassword?: string | null
  confirmage?: boolean
  confirmaddress?: boolean
  stay?: ValidationError | null
}

/** Only the team can set a birth date that makes a minor an adult or the reverse. */
export interface KnownAge {
  /** The age in years below which members are protected as minors. */
  until: number
  /** The birth date of a minor, YYYY-MM-DD: no earlier date is accepted. Null for an adult. */
  minorBornOn: string | null
}

export interface ProfileRules {
  role: Role
  /** Whether the age must be confirmed when there is no birth date. */
  askAge: boolean
  askAddress: boolean
  askEmail: boolean
  askPassword: boolean
  minAge: number
  /** What is known about the member’s age; null if nothing is. */
  known: KnownAge | null
  /** The current day in the community's timezone: YYYY-MM-DD. */
  today: string
}

/** Invisible characters, some of which count as letters, such as the Hangul fillers. */
const invisibleCharacters = /\p{Default_Ignorable_Code_Point}/gu
const pseudoPattern = /^(?!.*\p{Default_Ignorable_Code_Point})\p{L}{3}[\p{L}\p{N}_.-]*$/u
const digits = /^\d+$/
const MAX_APARTMENT_LENGTH = 10
const phonePattern = /^\+33\(0\)\d(?: \d{2}){4}$/

/** Errors: `pseudomandatory`, `pseudobadformat`. */
export const validatePseudo = (pseudo: string | null | undefined): ValidationError | null => {
  const typed = pseudo?.trim()
  if (!typed) return { key: 'pseudomandatory', field: 'pseudo' }
  return pseudoPattern.test(typed) && typed.length <= MAX_PSEUDO_LENGTH
    ? null
    : { key: 'pseudobadformat', field: 'pseudo' }
}

/** Converts DD/MM/YYYY to YYYY-MM-DD; null for an invalid date. */
export const parseFrenchDate = (frenchDate: string): string | null => {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(frenchDate.trim()) ?? []
  if (!day || !month || !year) return null
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`)
    ? `${year}-${month}-${day}`
    : null
}

/** Converts YYYY-MM-DD to DD/MM/YYYY. */
export const formatFrenchDate = (date: string): string => date.split('-').reverse().join('/')

/** Whole years between two days, both YYYY-MM-DD. In a year without 29 February, that birthday falls on 1 March. */
export const ageOn = (today: string, birthdate: string): number =>
  Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4)) - (today.slice(5) < birthdate.slice(5) ? 1 : 0)

/** Whether a person is younger than `age` in years; days are YYYY-MM-DD. False when the birth date is unknown. */
export const isUnderAge = (birthdate: string | null, today: string, age: number): boolean =>
  birthdate !== null && ageOn(today, birthdate) < age

/** The first day on which a person is `age` years old; days are YYYY-MM-DD. */
export const comesOfAgeOn = (birthdate: string, age: number): string => {
  const [year, month, day] = birthdate.split('-').map(Number) as [number, number, number]
  // In a year without 29 February, `Date.UTC` returns 1 March.
  return new Date(Date.UTC(year + age, month - 1, day)).toISOString().slice(0, 10)
}

const MAX_AGE = 130

export const validateBirthdate = (
  birthdate: string,
  { minAge, today }: Pick<ProfileRules, 'minAge' | 'today'>,
): ValidationError | null => {
  const date = parseFrenchDate(birthdate)
  if (!date || date > today || ageOn(today, date) > MAX_AGE) return { key: 'invaliddateformat', field: 'birthdate' }
  return isUnderAge(date, today, minAge) ? { key: 'tooyoungerror', field: 'birthdate', params: { age: minAge } } : null
}

const validateOwnBirthdate = ({ birthdate, confirmage }: ProfileInput, rules: ProfileRules): ValidationError | null => {
  const { askAge, known, today } = rules
  const lockedError = (key: 'minorbirthdate' | 'adultbirthdate', { until }: KnownAge): ValidationError => ({
    key,
    field: 'birthdate',
    params: { age: until },
  })
  if (!birthdate?.trim()) {
    if (known?.minorBornOn) return lockedError('minorbirthdate', known)
    return askAge && !confirmage ? { key: 'confirmageerror', field: 'confirmage' } : null
  }
  const error = validateBirthdate(birthdate, rules)
  if (error || !known) return error
  const date = parseFrenchDate(birthdate)!
  // An adult who declares to be a minor could write to minors.
  if (!known.minorBornOn) return isUnderAge(date, today, known.until) ? lockedError('adultbirthdate', known) : null
  // An earlier birth date would end the protection sooner.
  return date < known.minorBornOn ? lockedError('minorbirthdate', known) : null
}

/** A copy of the pattern of `isBlank`: importing it would add the feed’s chunk (5 kB) to the entry pages. */
const visibleCharacter = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u
export const isBlankPassword = (password: string | null | undefined): boolean =>
  !password || !visibleCharacter.test(password)

/** Errors: `newpasswordmandatory`, `newpasswordbadformat`. */
export const validatePassword = (
  { newpassword }: Pick<ProfileInput, 'newpassword'>,
  { askPassword }: Pick<ProfileRules, 'askPassword'>,
): ValidationError | null => {
  if (isBlankPassword(newpassword))
    return askPassword || newpassword ? { key: 'newpasswordmandatory', field: 'newpassword' } : null
  return [...newpassword!].length < MIN_PASSWORD_LENGTH ? { key: 'newpasswordbadformat', field: 'newpassword' } : null
}

/** Whether a name has visible letters or digits. */
export const isReadableName = (name: string | null | undefined): boolean =>
  /[\p{L}\p{N}]/u.test((name ?? '').replace(invisibleCharacters, ''))

/** Validates a profile, for the form and the server: returns all errors in the order of the form. */
export const findProfileErrors = (profile: ProfileInput, rules: ProfileRules): ValidationError[] => {
  const { firstname, lastname, confirmaddress, floor, apartmentNumber } = profile
  const isResident = rules.role === 'neighbor'
  const phone = profile.phone?.trim()
  const errors: (ValidationError | null | undefined | false | '')[] = [
    validatePseudo(profile.pseudo),
    isResident && !isReadableName(firstname) && { key: 'firstnamemandatory', field: 'firstname' },
    isResident && !isReadableName(lastname) && { key: 'lastnamemandatory', field: 'lastname' },
    validateOwnBirthdate(profile, rules),
    isResident && rules.askAddress && !confirmaddress && { key: 'confirmaddresserror', field: 'confirmaddress' },
    phone && !phonePattern.test(phone) && { key: 'invalidphone', field: 'phone' },
    profile.stay,
    rules.askEmail && validateEmail(profile.email ?? undefined),
    validatePassword(profile, rules),
    floor && !(digits.test(floor) && floor.length <= MAX_FLOOR_LENGTH) && { key: 'floorbadformat', field: 'floor' },
    apartmentNumber &&
      !(digits.test(apartmentNumber) && apartmentNumber.length <= MAX_APARTMENT_LENGTH) && {
        key: 'apartmentnumberbadformat',
        field: 'apartmentNumber',
      },
  ]
  return errors.filter(error => !!error)
}

export const validateProfile = (profile: ProfileInput, rules: ProfileRules): ValidationError | null =>
  findProfileErrors(profile, rules)[0] ?? null
