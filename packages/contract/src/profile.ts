import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { abilitiesOf, Day, English, Id, Instant, Nullable, NullableText, OneOf, OptionalText } from './entity.ts'
import { ReportBody } from './feed.ts'
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from './entry.ts'
import { SessionUser, User } from './session.ts'
import { MAX_PSEUDO_LENGTH } from './profile-rules.ts'

export * from './profile-rules.ts'

/** Minimum age in years; an installation may require a higher one. */
export const MIN_AGE = 12
/** Members below this age, in years, are protected as minors; an installation may configure another age. */
export const CONSENT_AGE = 15

export const MAX_NAME_LENGTH = 60
export const MAX_ADDRESS_LENGTH = 200
/** Maximum length of a newcomer's message to the team. */
export const MAX_WORD_LENGTH = 500
export const DATE_LENGTH = 10

export const genders = ['M', 'F'] as const

export const MAX_DESCRIPTION_LENGTH = 1000
export const PHONE_MASK = '+33(0)X XX XX XX XX'
export const MAX_TYPED_PHONE_LENGTH = 40

export const OwnStay = Type.Object({
  locationId: Nullable(Id),
  location: Nullable(Type.Object({ name: NullableText, lang: English('name') })),
  arrival: Day,
  departure: Day,
  from: { ...Day, description: 'The first of the days assigned by the team.' },
  until: {
    ...Day,
    description: 'The last of the days assigned by the team: the membership does not extend beyond it.',
  },
})
export type OwnStay = Static<typeof OwnStay>

/** The viewer’s own profile: the fields of `GET /api/auth` and those that the profile form needs. */
const Profile = Type.Interface([Type.Omit(SessionUser, ['needPassword'])], {
  dateAdded: { ...Instant, description: 'When the viewer joined the community.' },
  stay: Type.Union([OwnStay, Type.Null()], {
    description: 'The current stay, otherwise the next; null for a member without stays.',
  }),
  needCurrentPassword: Type.Boolean({ description: 'True when a new password requires the current one.' }),
  canChoosePassword: Type.Boolean({
    description: 'True for an account without a password right after an entry by a link or by Apple.',
  }),
  needPassword: Type.Boolean({
    description: 'True when the account has no password, or its owner has used a link for a new one.',
  }),
  needEmail: Type.Boolean({
    description: 'True for a member who came by a letter: the e-mail address must be given and confirmed by a mail.',
  }),
  needApproval: Type.Boolean({ description: 'True when newcomers await approval by the team.' }),
  minAge: Type.Integer({ description: 'years' }),
  consentAge: Type.Integer({ description: 'Years: members known to be younger are protected as minors.' }),
  protection: Type.Union(
    [Type.Object({ until: { ...Day, description: 'The first day on which they are old enough.' } }), Type.Null()],
    { description: 'Only for a known minor.' },
  ),
})
export type Profile = Static<typeof Profile>

/** As another user sees it. `lastname` and all from `address` on are for the team, `phone` for those who may call. */
const Person = Type.Interface([User], {
  dateAdded: Type.Optional({ ...Instant, description: 'When the person joined the community.' }),
  blocked: Type.Boolean({
    description: 'True when the viewer has blocked the person, of whom only the name is shown then.',
  }),
  nameAlone: Type.Optional(
    Type.Literal(true, { description: 'True when there may be more that this viewer may not see.' }),
  ),
  abilities: abilitiesOf('contact', 'call', 'block', 'unblock', 'flag'),
})
export type Person = Static<typeof Person>

/** Whether the response is the viewer's own profile, the only one with a `strategy`. */
export const isOwnProfile = (answer: Profile | Person): answer is Profile => 'strategy' in answer

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/user',
  summary: "Get one's own full profile; with `userId` or `pseudo` what the viewer may see of another person",
  access: 'member',
  allowWithoutProfile: true,
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
  allowSuspended: false,
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
  summary: 'List the hobbies that people can choose',
  access: 'session',
  allowWithoutProfile: true,
  answer: Type.Array(Hobby),
  errors: [],
})

/** Schema limit of fields that have their own rule: a too long value is refused with that rule's error key. */
const MAX_RULED_LENGTH = 200

/** Absent fields stay unchanged; null clears a field. The rules apply to the resulting profile. */
const ProfileChange = Type.Object({
  pseudo: OptionalText(MAX_RULED_LENGTH),
  firstname: OptionalText(MAX_NAME_LENGTH),
  lastname: OptionalText(MAX_NAME_LENGTH),
  gender: Type.Optional(Nullable(OneOf(genders))),
  birthdate: OptionalText(MAX_RULED_LENGTH),
  photoUri: Type.Optional(NullableText),
  address: OptionalText(MAX_ADDRESS_LENGTH),
  zipCode: OptionalText(20),
  city: OptionalText(MAX_NAME_LENGTH),
  building: OptionalText(MAX_NAME_LENGTH),
  floor: OptionalText(MAX_RULED_LENGTH),
  apartmentNumber: OptionalText(MAX_RULED_LENGTH),
  phone: OptionalText(MAX_RULED_LENGTH),
  description: OptionalText(MAX_DESCRIPTION_LENGTH),
  lang: Type.Optional(
    Type.Object(
      { en: Type.Optional(Type.Object({ description: OptionalText(MAX_DESCRIPTION_LENGTH) })) },
      { description: 'When the description changes without this field, its English text is cleared.' },
    ),
  ),
  job: OptionalText(MAX_NAME_LENGTH),
  buildingAccess: OptionalText(MAX_ADDRESS_LENGTH),
  hobbiesIds: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 100 })),
  updateHobbies: Type.Optional(Type.Boolean({ description: 'False: the hobbies stay unchanged.' })),
  email: OptionalText(MAX_EMAIL_LENGTH),
  newpassword: OptionalText(MAX_PASSWORD_LENGTH),
  currentpassword: OptionalText(MAX_PASSWORD_LENGTH),
  confirmage: Type.Optional(Type.Boolean()),
  confirmaddress: Type.Optional(Type.Boolean()),
  word: Type.Optional(
    Nullable(
      Type.String({ maxLength: MAX_WORD_LENGTH, description: 'A message to the team, where it approves newcomers.' }),
    ),
  ),
})
export type ProfileChange = Static<typeof ProfileChange>

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/user',
  summary: "Change one's own profile; the first save gives access to the community",
  access: 'member',
  allowSuspended: 'partial',
  allowWithoutProfile: true,
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
  summary: 'Check whether a pseudo is still free in the community',
  access: 'member',
  allowWithoutProfile: true,
  query: Type.Object({ pseudo: Type.String({ maxLength: MAX_PSEUDO_LENGTH + 10 }) }),
  answer: Type.Object({ free: Type.Boolean() }),
  errors: ['pseudomandatory', 'pseudobadformat'],
})
