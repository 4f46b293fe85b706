import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { abilitiesOf, Day, English, Id, Instant, Nullable, NullableText, OneOf } from './entity.ts'
import type { RuleBreak } from './errors.ts'
import { ReportBody } from './feed.ts'
import type { Role } from './roles.ts'
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH, SessionUser, User } from './session.ts'
import { checkEmail } from './session-rules.ts'

export const MIN_PASSWORD_LENGTH = 8
/** Years; an installation may ask for more. */
export const MIN_AGE = 12
/** Years, until which members are protected as minors; an installation may say otherwise. */
export const CONSENT_AGE = 15
export const MAX_PSEUDO_LENGTH = 30
export const MAX_NAME_LENGTH = 60
export const MAX_ADDRESS_LENGTH = 200
/** Of the word to the team of who waits for its approval. */
export const MAX_WORD_LENGTH = 500
/** Of a birth date as it is written: DD/MM/YYYY. */
export const DATE_LENGTH = 10

export const genders = ['M', 'F'] as const

/** Of what members say of themselves. */
export const MAX_DESCRIPTION_LENGTH = 1000
/** How a phone number is written; the product counts twenty characters, and what it spells are these. */
export const PHONE_MASK = '+33(0)X XX XX XX XX'
/** Of a number as somebody may type it before it is written so. */
export const MAX_TYPED_PHONE_LENGTH = 40
/** Of the floor, in digits. */
export const MAX_FLOOR_LENGTH = 2

const Text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })))

/** A stay as the one who stays sees it. */
export const OwnStay = Type.Object({
  locationId: Nullable(Id),
  location: Nullable(Type.Object({ name: NullableText, lang: English('name') })),
  arrival: Day,
  departure: Day,
  from: { ...Day, description: 'the first of the days that the team has given' },
  until: { ...Day, description: 'the last of them: the membership does not go on beyond' },
})
export type OwnStay = Static<typeof OwnStay>

/** Oneself, as `GET /api/auth` tells it, with what the form of the profile asks for. */
const Profile = Type.Interface([Type.Omit(SessionUser, ['needPassword'])], {
  dateAdded: { ...Instant, description: 'when they joined the community' },
  stay: Type.Union([OwnStay, Type.Null()], {
    description: 'the one that is on, else the next; null for who was not invited for one',
  }),
  needCurrentPassword: Type.Boolean({ description: 'a new password is taken from who knows the one before alone' }),
  canChoosePassword: Type.Boolean({
    description: 'an account that has none takes one from who has just come in, by a link or by Apple',
  }),
  needPassword: Type.Boolean({ description: 'the account has no password, or its owner came to choose a new one' }),
  needEmail: Type.Boolean({ description: 'came by a letter: the e-mail is asked for, and confirmed by a mail' }),
  needApproval: Type.Boolean({ description: 'the team looks at who is new before they come in' }),
  minAge: Type.Integer({ description: 'years' }),
  consentAge: Type.Integer({ description: 'years: who is known to be younger is protected as a minor' }),
  protection: Type.Union(
    [Type.Object({ until: { ...Day, description: 'from this day on they are old enough' } }), Type.Null()],
    { description: 'of who is known to be a minor' },
  ),
})
export type Profile = Static<typeof Profile>

/**
 * What this viewer may see of a person. What is only for some is absent for others: `lastname`, `address` … `birthdate`
 * are for the team, `phone` for whom a call is offered to.
 */
const Person = Type.Interface([User], {
  dateAdded: Type.Optional({ ...Instant, description: 'when they joined the community' }),
  blocked: Type.Boolean({ description: 'by the viewer: of who is, the name alone is told' }),
  nameAlone: Type.Optional(Type.Literal(true, { description: 'there may be more, which is not for this viewer' })),
  abilities: abilitiesOf('contact', 'call', 'block', 'unblock', 'flag'),
})
export type Person = Static<typeof Person>

/** Whether who asks is shown themselves: how they came in is told to nobody else. */
export const isOwn = (answer: Profile | Person): answer is Profile => 'strategy' in answer

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/user',
  summary: "One's own profile, whole; by `userId` or `pseudo` what the viewer may see of somebody else",
  access: 'member',
  beforeProfile: true,
  query: Type.Object({
    userId: Type.Optional(Id),
    pseudo: Type.Optional(Type.String({ maxLength: MAX_PSEUDO_LENGTH + 10 })),
  }),
  answer: Type.Union([Profile, Person]),
  errors: ['error404'],
})

export const flagUser = endpoint({
  method: 'PUT',
  path: '/api/flag/:id',
  summary: "Report a neighbour's or a company's profile to the team; once a day for each person",
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  body: ReportBody,
  bodyOptional: true,
  answer: Type.Object({ _id: Id }),
  errors: ['error404', 'toomanyrequests'],
})

const Hobby = Type.Object({ _id: Type.String(), name: Type.String(), lang: English('name') })
export type Hobby = Static<typeof Hobby>

export const listHobbies = endpoint({
  method: 'GET',
  path: '/hobbies',
  summary: 'What people may say that they like',
  access: 'session',
  beforeProfile: true,
  answer: Type.Array(Hobby),
  errors: [],
})

/** Of what a rule says how it must be written: the rule answers what is longer than it allows, with its own key. */
const RULED_LENGTH = 200

/** What is absent stays; null empties. The rules hold for the profile that comes of it. */
const ProfileChange = Type.Object({
  pseudo: Text(RULED_LENGTH),
  firstname: Text(MAX_NAME_LENGTH),
  lastname: Text(MAX_NAME_LENGTH),
  gender: Type.Optional(Nullable(OneOf(genders))),
  birthdate: Text(RULED_LENGTH),
  photoUri: Type.Optional(NullableText),
  address: Text(MAX_ADDRESS_LENGTH),
  zipCode: Text(20),
  city: Text(MAX_NAME_LENGTH),
  building: Text(MAX_NAME_LENGTH),
  floor: Text(RULED_LENGTH),
  apartmentNumber: Text(RULED_LENGTH),
  phone: Text(RULED_LENGTH),
  description: Text(MAX_DESCRIPTION_LENGTH),
  lang: Type.Optional(
    Type.Object(
      { en: Type.Optional(Type.Object({ description: Text(MAX_DESCRIPTION_LENGTH) })) },
      { description: 'a description that changes without it has no English side any more' },
    ),
  ),
  job: Text(MAX_NAME_LENGTH),
  buildingAccess: Text(MAX_ADDRESS_LENGTH),
  hobbiesIds: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 100 })),
  updateHobbies: Type.Optional(Type.Boolean({ description: 'false: the hobbies stay as they are' })),
  email: Text(MAX_EMAIL_LENGTH),
  newpassword: Text(MAX_PASSWORD_LENGTH),
  currentpassword: Text(MAX_PASSWORD_LENGTH),
  confirmage: Type.Optional(Type.Boolean()),
  confirmaddress: Type.Optional(Type.Boolean()),
  word: Type.Optional(
    Nullable(Type.String({ maxLength: MAX_WORD_LENGTH, description: 'to the team, where it approves who is new' })),
  ),
})
export type ProfileChange = Static<typeof ProfileChange>

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/user',
  summary: "Change one's own profile; saved for the first time it opens the community",
  access: 'member',
  whenSuspended: 'inPart',
  beforeProfile: true,
  body: ProfileChange,
  files: true,
  answer: SessionUser,
  errors: [
    'pseudomandatory',
    'pseudobadformat',
    'pseudoduplicate',
    'firstnamemandatory',
    'lastnamemandatory',
    'invaliddateformat',
    'tooyoungerror',
    'confirmageerror',
    'minorbirthdate',
    'adultbirthdate',
    'confirmaddresserror',
    'invalidphone',
    'missingemail',
    'invalidemail',
    'alreadyregistereduser',
    'newpasswordmandatory',
    'newpasswordbadformat',
    'newpasswordcommon',
    'baduserpassword',
    'floorbadformat',
    'apartmentnumberbadformat',
    'error404',
    'popup4',
    'toomanyrequests',
  ],
})

export const checkPseudoFree = endpoint({
  method: 'GET',
  path: '/api/user/pseudo',
  summary: 'Whether nobody in the community has this nickname yet',
  access: 'member',
  beforeProfile: true,
  query: Type.Object({ pseudo: Type.String({ maxLength: MAX_PSEUDO_LENGTH + 10 }) }),
  answer: Type.Object({ free: Type.Boolean() }),
  errors: ['pseudomandatory', 'pseudobadformat'],
})

/** A profile as it would be saved, with the boxes of the form. */
export interface CheckedProfile {
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
  /** What is wrong with the stay that is told beside it. */
  stay?: RuleBreak | null
}

/** What is known of somebody's age already; the team alone makes an adult of a minor, or a minor of an adult. */
export interface KnownAge {
  /** The age in years until which members are protected. */
  until: number
  /** Of a minor, YYYY-MM-DD: they give no birth date before it, by which they would be older. Null: an adult. */
  minorBornOn: string | null
}

/** What the rules ask for, beyond the profile itself. */
export interface ProfileTerms {
  role: Role
  /** The box of the age, where there is no birth date. */
  askAge: boolean
  /** The box of the address. */
  askAddress: boolean
  askEmail: boolean
  askPassword: boolean
  /** Years. */
  minAge: number
  /** Null while nothing was told yet. */
  known: KnownAge | null
  /** Today where the community is: YYYY-MM-DD. */
  today: string
}

/** What is not drawn: some of it counts as letters, as the fillers of Hangul do. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu
const pseudoPattern = /^(?!.*\p{Default_Ignorable_Code_Point})\p{L}{3}[\p{L}\p{N}_.-]*$/u
const digits = /^\d+$/
const MAX_APARTMENT_LENGTH = 10
const phonePattern = /^\+33\(0\)\d(?: \d{2}){4}$/

/** `pseudomandatory`, `pseudobadformat`. */
export const checkPseudo = (pseudo: string | null | undefined): RuleBreak | null => {
  const typed = pseudo?.trim()
  if (!typed) return { key: 'pseudomandatory', field: 'pseudo' }
  return pseudoPattern.test(typed) && typed.length <= MAX_PSEUDO_LENGTH
    ? null
    : { key: 'pseudobadformat', field: 'pseudo' }
}

/** DD/MM/YYYY as YYYY-MM-DD; null for what is no day of the calendar. */
export const readDate = (written: string): string | null => {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(written.trim()) ?? []
  if (!day || !month || !year) return null
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`)
    ? `${year}-${month}-${day}`
    : null
}

/** YYYY-MM-DD as DD/MM/YYYY. */
export const writeDate = (date: string): string => date.split('-').reverse().join('/')

/** Whole years from one day to another, both YYYY-MM-DD; who was born on a 29 February is a year older on 1 March. */
export const ageOn = (today: string, birthdate: string): number =>
  Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4)) - (today.slice(5) < birthdate.slice(5) ? 1 : 0)

/**
 * Whether who was born on `birthdate` is younger than `age` in years; days are YYYY-MM-DD. Of whom no birth date is
 * known it is not known either: they are nobody's minor.
 */
export const isUnderAge = (birthdate: string | null, today: string, age: number): boolean =>
  birthdate !== null && ageOn(today, birthdate) < age

/** The first day on which who was born on `birthdate` is `age` years old; days are YYYY-MM-DD. */
export const comesOfAgeOn = (birthdate: string, age: number): string => {
  const [year, month, day] = birthdate.split('-').map(Number) as [number, number, number]
  // where the year has no 29 February, its day after is the first of March
  return new Date(Date.UTC(year + age, month - 1, day)).toISOString().slice(0, 10)
}

const OLDEST = 130

/** What is asked of a birth date (DD/MM/YYYY), whoever writes it. */
export const checkBirthday = (
  birthdate: string,
  { minAge, today }: Pick<ProfileTerms, 'minAge' | 'today'>,
): RuleBreak | null => {
  const date = readDate(birthdate)
  if (!date || date > today || ageOn(today, date) > OLDEST) return { key: 'invaliddateformat', field: 'birthdate' }
  return isUnderAge(date, today, minAge) ? { key: 'tooyoungerror', field: 'birthdate', params: { age: minAge } } : null
}

const checkBirthdate = ({ birthdate, confirmage }: CheckedProfile, terms: ProfileTerms): RuleBreak | null => {
  const { askAge, known, today } = terms
  const lockedBy = (key: 'minorbirthdate' | 'adultbirthdate', { until }: KnownAge): RuleBreak => ({
    key,
    field: 'birthdate',
    params: { age: until },
  })
  if (!birthdate?.trim()) {
    if (known?.minorBornOn) return lockedBy('minorbirthdate', known)
    return askAge && !confirmage ? { key: 'confirmageerror', field: 'confirmage' } : null
  }
  const broken = checkBirthday(birthdate, terms)
  if (broken || !known) return broken
  const date = readDate(birthdate)!
  // whoever calls themselves a minor is free to write to minors
  if (!known.minorBornOn) return isUnderAge(date, today, known.until) ? lockedBy('adultbirthdate', known) : null
  // a date a little earlier would end the protection the sooner
  return date < known.minorBornOn ? lockedBy('minorbirthdate', known) : null
}

/** Anything that shows, as of `isBlank`: that one comes in a file with the feed's, 5 kB too many for a door. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u
/** None, or one that its owner could not read again. */
export const isBlankPassword = (password: string | null | undefined): boolean => !password || !visible.test(password)

/** `newpasswordmandatory`, `newpasswordbadformat`. */
export const checkPassword = (
  { newpassword }: Pick<CheckedProfile, 'newpassword'>,
  { askPassword }: Pick<ProfileTerms, 'askPassword'>,
): RuleBreak | null => {
  if (isBlankPassword(newpassword))
    return askPassword || newpassword ? { key: 'newpasswordmandatory', field: 'newpassword' } : null
  return [...newpassword!].length < MIN_PASSWORD_LENGTH ? { key: 'newpasswordbadformat', field: 'newpassword' } : null
}

/** A name that can be read: letters or digits, not only what is invisible. */
export const isNamed = (name: string | null | undefined): boolean =>
  /[\p{L}\p{N}]/u.test((name ?? '').replace(invisible, ''))

/** What the profile form and the server both ask of it: all that is broken, in the order in which errors are told. */
export const breaksOfProfile = (profile: CheckedProfile, terms: ProfileTerms): RuleBreak[] => {
  const { firstname, lastname, confirmaddress, floor, apartmentNumber } = profile
  const isResident = terms.role === 'neighbor'
  const phone = profile.phone?.trim()
  const breaks: (RuleBreak | null | undefined | false | '')[] = [
    checkPseudo(profile.pseudo),
    isResident && !isNamed(firstname) && { key: 'firstnamemandatory', field: 'firstname' },
    isResident && !isNamed(lastname) && { key: 'lastnamemandatory', field: 'lastname' },
    checkBirthdate(profile, terms),
    isResident && terms.askAddress && !confirmaddress && { key: 'confirmaddresserror', field: 'confirmaddress' },
    phone && !phonePattern.test(phone) && { key: 'invalidphone', field: 'phone' },
    profile.stay,
    terms.askEmail && checkEmail(profile.email ?? undefined),
    checkPassword(profile, terms),
    floor && !(digits.test(floor) && floor.length <= MAX_FLOOR_LENGTH) && { key: 'floorbadformat', field: 'floor' },
    apartmentNumber &&
      !(digits.test(apartmentNumber) && apartmentNumber.length <= MAX_APARTMENT_LENGTH) && {
        key: 'apartmentnumberbadformat',
        field: 'apartmentNumber',
      },
  ]
  return breaks.filter(broken => !!broken)
}

/** The first of them: the server tells one at a time. */
export const checkProfile = (profile: CheckedProfile, terms: ProfileTerms): RuleBreak | null =>
  breaksOfProfile(profile, terms)[0] ?? null
