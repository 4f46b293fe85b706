import Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, OneOf } from './entity.ts'
import { languages } from './language.ts'
import { FactorCode } from './second-factor.ts'
import { SessionUser } from './session.ts'

export const MAX_PASSWORD_LENGTH = 128
export const MAX_LOGIN_LENGTH = 254
/** Length of a guest's device secret: 256 random bits in base64url. */
export const DEVICE_ID_LENGTH = 43

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
