import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { abilitiesOf, Author, English, Id, Nullable, NullableText, OneOf } from './entity.ts'
import { languages } from './language.ts'
import { roles } from './roles.ts'
import { FactorCode } from './second-factor.ts'

export const MAX_PASSWORD_LENGTH = 128
export const MAX_LOGIN_LENGTH = 254
/** A guest's device secret: 256 random bits in base64url. */
export const DEVICE_ID_LENGTH = 43

/** How the session was opened; `jwt` is a link from a mail and means a password account. */
export const strategies = ['local', 'apple', 'jwt', 'guest'] as const
export type Strategy = (typeof strategies)[number]

/** One of the account's users: a community that the person belongs to. */
const Membership = Type.Object({
  userId: Id,
  communityId: Id,
  name: Type.String(),
  customUri: Type.String(),
  logoUri: NullableText,
  role: OneOf(roles),
})

/** What everybody is told of a user beside what an author is. */
const openFields = {
  description: NullableText,
  lang: English('description'),
  job: NullableText,
  hobbiesIds: Type.Array(Type.String()),
  online: Type.Boolean(),
}

/** What only some are told. */
const closedFields = {
  lastname: NullableText,
  residence: { ...NullableText, description: "the community's" },
  district: { ...NullableText, description: "the community's" },
  phone: { ...NullableText, description: 'as +33(0)X XX XX XX XX' },
  address: { ...NullableText, description: "to oneself: the community's until a profile is saved" },
  zipCode: NullableText,
  city: NullableText,
  floor: NullableText,
  apartmentNumber: NullableText,
  buildingAccess: { ...NullableText, description: 'how a visitor gets in: a code, a bell; for oneself and the team' },
  birthdate: { ...NullableText, description: 'DD/MM/YYYY' },
  age: Nullable(Type.Integer({ description: 'years' })),
}

/**
 * A user as somebody may see them: what is not for this viewer is absent. There is no `country`, as nobody is asked for
 * one, and `updateHobbies` belongs to a change alone.
 */
export const User = Type.Interface([Author], { ...openFields, ...Type.Partial(Type.Object(closedFields)).properties })

/** The signed-in user: the membership in one community, not the account. Nothing is kept from them. */
export const SessionUser = Type.Interface([Author], {
  ...openFields,
  ...closedFields,
  communityId: Id,
  customUri: Type.String(),
  blockedUsersIds: Type.Array(Id, { description: 'whom they have blocked' }),
  bookingsIds: Type.Array(Id, { description: 'their stays, the first one first' }),
  needUpdate: Type.Boolean({ description: 'only the profile form can be reached until it is saved' }),
  firstLogin: Type.Boolean({ description: 'the profile has never been saved: `pseudo` is empty' }),
  needPassword: Type.Boolean({ description: 'came by a link to reset the password, and has yet to choose one' }),
  needSecondFactor: Type.Boolean({ description: 'nothing but setting up the second factor can be reached' }),
  recoveryCodesLeft: Type.Optional(
    Type.Integer({ description: 'told at the log-in that has used one, and at no other time' }),
  ),
  token: Type.Optional(
    Type.String({ description: 'of the session: told to our apps alone, at the log-in that opens it' }),
  ),
  deviceToken: Type.Optional(
    Type.String({
      description: 'told to our apps alone, at a log-in by password: shown at the next one as `x-device`',
    }),
  ),
  strategy: OneOf(strategies),
  notRead: Type.Integer({ description: 'messages of all their conversations that they have not read' }),
  memberships: Type.Array(Membership),
  lastBooking: Type.Union([Type.Object({ locationId: Id }), Type.Null()], {
    description: 'where they stay, or last stayed, or are to stay first',
  }),
  suspendedUntil: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'until then they read and take part no more: the team has decided so',
  }),
  abilities: abilitiesOf(
    'publish',
    'post',
    'publishActivity',
    'publishTemplate',
    'createTemplate',
    'chat',
    'readChats',
    'writeToNeighbors',
    'answer',
    'flag',
    'openProfiles',
    'editProfile',
    'leave',
    'deleteAccount',
    'beTold',
    'useSecondFactor',
    'printPoster',
    'runCommunity',
    'runInstallation',
    'seeDeals',
    'writeDeals',
    'seeWeather',
  ),
})
export type SessionUser = Static<typeof SessionUser>

export const getSession = endpoint({
  method: 'GET',
  path: '/api/auth',
  summary: 'The signed-in user; 403 `unauthorized` without a session',
  access: 'public',
  answer: SessionUser,
  errors: ['unauthorized'],
})

export const logIn = endpoint({
  method: 'POST',
  path: '/api/auth',
  summary: 'Log in by e-mail or pseudo and password',
  access: 'public',
  body: Type.Object({
    email: Type.Optional(
      Type.String({ maxLength: MAX_LOGIN_LENGTH, description: 'an e-mail, or a pseudo of this community' }),
    ),
    password: Type.Optional(Type.String({ maxLength: MAX_PASSWORD_LENGTH })),
    code: FactorCode,
    communityId: Id,
  }),
  answer: SessionUser,
  errors: [
    'missingemailorpseudo',
    'missingpassword',
    'baduserpassword',
    'codemissing',
    'badcode',
    'unauthorized',
    'unknown',
    'popup2',
    'popup4',
    'error404',
    'toomanyrequests',
  ],
})

const guestBody = {
  communityId: Id,
  deviceId: Type.String({
    minLength: DEVICE_ID_LENGTH,
    maxLength: DEVICE_ID_LENGTH,
    pattern: '^[A-Za-z0-9_-]+$',
    description: 'secret of the device: 256 random bits, base64url',
  }),
}

export const logInAsGuest = endpoint({
  method: 'POST',
  path: '/api/auth/guest',
  summary: 'Come back as the guest of this device',
  access: 'public',
  body: Type.Object(guestBody),
  answer: SessionUser,
  errors: ['unknown', 'unauthorized', 'error404'],
})

export const signUpAsGuest = endpoint({
  method: 'POST',
  path: '/api/auth/signup/guest',
  summary: 'Become a guest of an open neighbourhood',
  access: 'public',
  body: Type.Object({ ...guestBody, registerkey: Type.Optional(Type.String({ maxLength: 64 })) }),
  answer: SessionUser,
  errors: ['missingkey', 'badneighborhoodkey', 'unknown', 'unauthorized', 'error404', 'toomanyrequests'],
})

export const logOut = endpoint({
  method: 'DELETE',
  path: '/api/auth',
  summary: 'Log out: the session is dead when the answer comes',
  access: 'session',
  whenSuspended: true,
  beforeProfile: true,
  beforeFactor: true,
  answer: Type.Object({ _id: Id }),
  errors: [],
})

/** What a device is by its looks: what it is drawn as. */
export const deviceKinds = ['phone', 'tablet', 'computer'] as const

const MySession = Type.Object({
  _id: Id,
  current: Type.Boolean({ description: 'the one that asks' }),
  inApp: Type.Boolean({ description: 'one of our apps, not a browser' }),
  browser: { ...NullableText, description: 'by its name, as "Firefox"; null where it does not say' },
  system: { ...NullableText, description: 'by its name, as "Android"; null where it does not say' },
  kind: Nullable(OneOf(deviceKinds)),
  dateAdded: Type.String(),
  lastSeen: Type.String({ description: 'to within some minutes' }),
})
export type MySession = Static<typeof MySession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'Where this account is signed in',
  access: 'session',
  answer: Type.Array(MySession),
  errors: [],
})

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions',
  summary: 'Sign out elsewhere: one session by id, or every other one',
  access: 'session',
  whenSuspended: true,
  query: Type.Object({ _id: Type.Optional(Id) }),
  answer: Type.Object({ _id: Nullable(Id) }),
  errors: ['error404'],
})

/** Of an e-mail address, by RFC 5321. */
export const MAX_EMAIL_LENGTH = 254
/** Of a register key as it is typed. */
export const MAX_KEY_LENGTH = 64
/** A link's secret: 256 random bits in base64url. */
export const LINK_TOKEN_LENGTH = 43
/** Letters of the code on a printed invitation. */
export const CODE_LENGTH = 12

/**
 * What comes after a call that has no more to say: `popup1` log in with your credentials, `popup2` and `popup3` check
 * your e-mail.
 */
export const popups = ['popup1', 'popup2', 'popup3'] as const
export type Popup = (typeof popups)[number]

/** What a client says of itself; none of it decides anything. */
const ClientNames = {
  appname: Type.Optional(Type.String({ maxLength: 64 })),
  os: Type.Optional(Type.String({ maxLength: 64 })),
}

const Email = Type.Optional(Type.String({ maxLength: MAX_EMAIL_LENGTH }))
const ReaderLanguage = Type.Optional(
  Type.Enum([...languages], { description: "of the mail; without it the community's" }),
)

export const register = endpoint({
  method: 'POST',
  path: '/api/users',
  summary: 'Register by e-mail: the link in the mail leads on to the profile',
  access: 'public',
  body: Type.Object({
    communityId: Id,
    email: Email,
    registerkey: Type.Optional(Type.String({ maxLength: MAX_KEY_LENGTH })),
    lang: ReaderLanguage,
    ...ClientNames,
  }),
  answer: Type.Object({ popup: OneOf(['popup1', 'popup2']) }),
  errors: [
    'missingemail',
    'invalidemail',
    'missingkey',
    'badneighborhoodkey',
    'alreadyregistereduser',
    'alreadyregistereduserothercommunity',
    'unauthorized',
    'error404',
    'toomanyrequests',
  ],
})

export const forgetPassword = endpoint({
  method: 'POST',
  path: '/api/clear',
  summary: 'Forgotten password: the link in the mail leads on to a new one',
  access: 'public',
  body: Type.Object({ communityId: Id, email: Email, lang: ReaderLanguage, ...ClientNames }),
  answer: Type.Object({ popup: OneOf(['popup3']) }),
  errors: ['missingemail', 'invalidemail', 'unknownemail', 'error404', 'toomanyrequests'],
})

export const logInByLink = endpoint({
  method: 'POST',
  path: '/api/auth/jwt',
  summary: 'Spend the token of a link, or the code of a letter: each opens one session',
  access: 'public',
  body: Type.Object({
    token: Type.String({
      minLength: 1,
      maxLength: 4 * LINK_TOKEN_LENGTH,
      description: 'or the code of a letter; what a mail program has cut or added to is unknown',
    }),
    code: FactorCode,
    communityId: Type.Optional(
      Type.String({ format: 'uuid', description: 'a token of another community is not spent' }),
    ),
  }),
  answer: SessionUser,
  errors: ['tokenexpired', 'codemissing', 'badcode', 'popup4', 'unauthorized', 'toomanyrequests'],
})

export const switchCommunity = endpoint({
  method: 'POST',
  path: '/api/auth/switch',
  summary: "Go on as another of the account's own users: a new session takes the place of this one",
  access: 'member',
  whenSuspended: true,
  beforeProfile: true,
  body: Type.Object({ communityId: Id, targetUserId: Type.Optional(Id) }),
  answer: SessionUser,
  errors: ['error404', 'popup4'],
})

export const changeLanguage = endpoint({
  method: 'PUT',
  path: '/api/user/language',
  summary: 'The language in which mails come to the account',
  access: 'session',
  whenSuspended: true,
  beforeProfile: true,
  body: Type.Object({ lang: OneOf(languages) }),
  answer: Type.Object({ lang: OneOf(languages) }),
  errors: ['toomanyrequests'],
})

declare module './realtime.ts' {
  interface ServerMessages {
    /** Somebody's name, face or role is another. */
    'author.updated': Author
  }
}
