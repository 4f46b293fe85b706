import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { type Author, Id, Nullable, NullableText, OneOf } from './entity.ts'
import { languages } from './language.ts'
import { FactorCode } from './second-factor.ts'
import { SessionUser } from './session-user.ts'

export * from './session-user.ts'

export const MAX_PASSWORD_LENGTH = 128
export const MAX_LOGIN_LENGTH = 254
/** Length of a guest's device secret: 256 random bits in base64url. */
export const DEVICE_ID_LENGTH = 43

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
export const MAX_REGISTER_KEY_LENGTH = 64
/** Length of a link's secret: 256 random bits in base64url. */
export const LINK_TOKEN_LENGTH = 43
/** Number of letters of the code in a printed invitation. */
export const INVITATION_CODE_LENGTH = 12

/** The message to show: `popup1` "log in with your credentials", `popup2` and `popup3` "check your e-mail". */
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
    registerkey: Type.Optional(Type.String({ maxLength: MAX_REGISTER_KEY_LENGTH })),
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
