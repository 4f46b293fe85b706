import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { abilitiesOf, Author, English, Id, Nullable, NullableText, OneOf } from './entity.ts'
import { languages } from './language.ts'
import { roles } from './roles.ts'
import { FactorCode } from './second-factor.ts'

export const MAX_PASSWORD_LENGTH = 128
export const MAX_LOGIN_LENGTH = 254
/** Length of a guest's device secret: 256 random bits in base64url. */
export const DEVICE_ID_LENGTH = 43

/** How the session was opened; `jwt` means a link in a mail to a password account. */
export const strategies = ['local', 'apple', 'jwt', 'guest'] as const
export type Strategy = (typeof strategies)[number]

/** One of the account's users: a community to which the person belongs. */
const Membership = Type.Object({
  userId: Id,
  communityId: Id,
  name: Type.String(),
  customUri: Type.String(),
  logoUri: NullableText,
  role: OneOf(roles),
})

const publicFields = {
  description: NullableText,
  lang: English('description'),
  job: NullableText,
  hobbiesIds: Type.Array(Type.String()),
  online: Type.Boolean(),
}

const restrictedFields = {
  lastname: NullableText,
  residence: { ...NullableText, description: "The community's." },
  district: { ...NullableText, description: "The community's." },
  phone: { ...NullableText, description: 'As +33(0)X XX XX XX XX.' },
  address: { ...NullableText, description: "For oneself: the community's until the profile is saved." },
  zipCode: NullableText,
  city: NullableText,
  floor: NullableText,
  apartmentNumber: NullableText,
  buildingAccess: { ...NullableText, description: 'How visitors get in: a code, a bell; for oneself and the team.' },
  birthdate: { ...NullableText, description: 'DD/MM/YYYY' },
  age: Nullable(Type.Integer({ description: 'years' })),
}

/** Fields that the viewer may not see are absent. No form asks for `country`; `updateHobbies` is for changes only. */
export const User = Type.Interface([Author], {
  ...publicFields,
  ...Type.Partial(Type.Object(restrictedFields)).properties,
})

/** The signed-in user with all fields: the membership in one community, not the account. */
export const SessionUser = Type.Interface([Author], {
  ...publicFields,
  ...restrictedFields,
  communityId: Id,
  customUri: Type.String(),
  blockedUsersIds: Type.Array(Id, { description: 'The users whom they have blocked.' }),
  bookingsIds: Type.Array(Id, { description: 'Their stays, the earliest first.' }),
  needUpdate: Type.Boolean({ description: 'Only the profile form can be used until it is saved.' }),
  firstLogin: Type.Boolean({ description: 'The profile has never been saved: `pseudo` is empty.' }),
  needPassword: Type.Boolean({
    description: 'The user came by a password reset link and has not chosen a new password yet.',
  }),
  needSecondFactor: Type.Boolean({ description: 'Only the setup of the second factor can be used.' }),
  recoveryCodesLeft: Type.Optional(
    Type.Integer({ description: 'Only in the answer to a log-in that has used a recovery code.' }),
  ),
  token: Type.Optional(
    Type.String({ description: 'The session token: only for our apps, in the answer to the log-in that opens it.' }),
  ),
  deviceToken: Type.Optional(
    Type.String({
      description: 'Only for our apps, in the answer to a log-in by password: sent with the next one as `x-device`.',
    }),
  ),
  strategy: OneOf(strategies),
  notRead: Type.Integer({ description: 'The number of unread messages in all their conversations.' }),
  memberships: Type.Array(Membership),
  lastBooking: Type.Union([Type.Object({ locationId: Id }), Type.Null()], {
    description: 'The place of the current, the last or the next stay.',
  }),
  suspendedUntil: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'The end of a suspension by the team; until then the user can only read.',
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
  summary: 'Get the signed-in user; 403 `unauthorized` without a session',
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
      Type.String({ maxLength: MAX_LOGIN_LENGTH, description: 'An e-mail address, or a pseudo of this community.' }),
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
    description: 'The secret of the device: 256 random bits, base64url.',
  }),
}

export const logInAsGuest = endpoint({
  method: 'POST',
  path: '/api/auth/guest',
  summary: 'Log in again as the guest of this device',
  access: 'public',
  body: Type.Object(guestBody),
  answer: SessionUser,
  errors: ['unknown', 'unauthorized', 'error404'],
})

export const signUpAsGuest = endpoint({
  method: 'POST',
  path: '/api/auth/signup/guest',
  summary: 'Register as a guest of an open neighbourhood',
  access: 'public',
  body: Type.Object({ ...guestBody, registerkey: Type.Optional(Type.String({ maxLength: 64 })) }),
  answer: SessionUser,
  errors: ['missingkey', 'badneighborhoodkey', 'unknown', 'unauthorized', 'error404', 'toomanyrequests'],
})

export const logOut = endpoint({
  method: 'DELETE',
  path: '/api/auth',
  summary: 'Log out; the session is revoked when the call answers',
  access: 'session',
  allowSuspended: true,
  allowWithoutProfile: true,
  allowWithoutSecondFactor: true,
  answer: Type.Object({ _id: Id }),
  errors: [],
})

/** Kind of device, detected from the user agent; determines the icon. */
export const deviceKinds = ['phone', 'tablet', 'computer'] as const

const MySession = Type.Object({
  _id: Id,
  current: Type.Boolean({ description: 'True for the session that makes the call.' }),
  inApp: Type.Boolean({ description: 'True for one of our apps, false for a browser.' }),
  browser: { ...NullableText, description: 'The name of the browser, such as "Firefox"; null when unknown.' },
  system: { ...NullableText, description: 'The name of the system, such as "Android"; null when unknown.' },
  kind: Nullable(OneOf(deviceKinds)),
  dateAdded: Type.String(),
  lastSeen: Type.String({ description: 'Accurate to some minutes.' }),
})
export type MySession = Static<typeof MySession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'List the sessions of this account',
  access: 'session',
  answer: Type.Array(MySession),
  errors: [],
})

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions',
  summary: 'Revoke one session by id, or all other sessions',
  access: 'session',
  allowSuspended: true,
  query: Type.Object({ _id: Type.Optional(Id) }),
  answer: Type.Object({ _id: Nullable(Id) }),
  errors: ['error404'],
})

/** Maximum length of an e-mail address (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254
export const MAX_KEY_LENGTH = 64
/** Length of a link's secret: 256 random bits in base64url. */
export const LINK_TOKEN_LENGTH = 43
/** Number of letters of the code in a printed invitation. */
export const CODE_LENGTH = 12

/** Message after a call: `popup1` log in with your credentials, `popup2` and `popup3` check your e-mail. */
export const popups = ['popup1', 'popup2', 'popup3'] as const
export type Popup = (typeof popups)[number]

/** What a client states about itself; the server ignores it. */
const ClientNames = {
  appname: Type.Optional(Type.String({ maxLength: 64 })),
  os: Type.Optional(Type.String({ maxLength: 64 })),
}

const Email = Type.Optional(Type.String({ maxLength: MAX_EMAIL_LENGTH }))
const MailLanguage = Type.Optional(
  Type.Enum([...languages], { description: "The language of the mail; by default the community's." }),
)

export const register = endpoint({
  method: 'POST',
  path: '/api/users',
  summary: 'Register by e-mail; the link in the mail leads to the profile form',
  access: 'public',
  body: Type.Object({
    communityId: Id,
    email: Email,
    registerkey: Type.Optional(Type.String({ maxLength: MAX_KEY_LENGTH })),
    lang: MailLanguage,
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
  summary: 'Request a password reset; the link in the mail leads to a form for a new one',
  access: 'public',
  body: Type.Object({ communityId: Id, email: Email, lang: MailLanguage, ...ClientNames }),
  answer: Type.Object({ popup: OneOf(['popup3']) }),
  errors: ['missingemail', 'invalidemail', 'unknownemail', 'error404', 'toomanyrequests'],
})

export const logInByLink = endpoint({
  method: 'POST',
  path: '/api/auth/jwt',
  summary: 'Log in with the token of a link or the code of a letter, each valid for one session',
  access: 'public',
  body: Type.Object({
    token: Type.String({
      minLength: 1,
      maxLength: 4 * LINK_TOKEN_LENGTH,
      description: 'The token, or the code of a letter; a token that a mail program has altered is unknown.',
    }),
    code: FactorCode,
    communityId: Type.Optional(
      Type.String({ format: 'uuid', description: 'A token of another community is refused without being consumed.' }),
    ),
  }),
  answer: SessionUser,
  errors: ['tokenexpired', 'codemissing', 'badcode', 'popup4', 'unauthorized', 'toomanyrequests'],
})

export const switchCommunity = endpoint({
  method: 'POST',
  path: '/api/auth/switch',
  summary: 'Switch to another user of the same account: a new session replaces this one',
  access: 'member',
  allowSuspended: true,
  allowWithoutProfile: true,
  body: Type.Object({ communityId: Id, targetUserId: Type.Optional(Id) }),
  answer: SessionUser,
  errors: ['error404', 'popup4'],
})

export const changeLanguage = endpoint({
  method: 'PUT',
  path: '/api/user/language',
  summary: 'Set the language of mails to the account',
  access: 'session',
  allowSuspended: true,
  allowWithoutProfile: true,
  body: Type.Object({ lang: OneOf(languages) }),
  answer: Type.Object({ lang: OneOf(languages) }),
  errors: ['toomanyrequests'],
})

declare module './realtime.ts' {
  interface ServerMessages {
    /** The name, avatar or role of a user has changed. */
    'author.updated': Author
  }
}
