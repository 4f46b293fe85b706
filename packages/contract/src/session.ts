import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { abilitiesOf, Author, Id, Nullable, NullableText, OneOf } from './entity.ts'
import type { RuleBreak } from './errors.ts'
import { roles } from './roles.ts'

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

/** The signed-in user: the membership in one community, not the account. */
export const SessionUser = Type.Interface([Author], {
  communityId: Id,
  customUri: Type.String(),
  lastname: NullableText,
  needUpdate: Type.Boolean(),
  firstLogin: Type.Boolean(),
  strategy: OneOf(strategies),
  memberships: Type.Array(Membership),
  abilities: abilitiesOf(
    'publish',
    'post',
    'createTemplate',
    'chat',
    'answer',
    'flag',
    'openProfiles',
    'seeDeals',
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
    communityId: Id,
  }),
  answer: SessionUser,
  errors: [
    'missingemailorpseudo',
    'missingpassword',
    'baduserpassword',
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
  beforeProfile: true,
  answer: Type.Object({ _id: Id }),
  errors: [],
})

const mySession = Type.Object({
  _id: Id,
  current: Type.Boolean(),
  device: NullableText,
  dateAdded: Type.String(),
  lastSeen: Type.String(),
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'Where this account is signed in',
  access: 'session',
  answer: Type.Array(mySession),
  errors: [],
})

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions',
  summary: 'Sign out elsewhere: one session by id, or every other one',
  access: 'session',
  query: Type.Object({ _id: Type.Optional(Id) }),
  answer: Type.Object({ _id: Nullable(Id) }),
  errors: ['error404'],
})

/** What the log-in form and the server both ask of it, in the order in which errors are told. */
export const checkLogIn = (form: { email?: string; password?: string }): RuleBreak | null => {
  if (!form.email?.trim()) return { key: 'missingemailorpseudo', field: 'email' }
  if (!form.password) return { key: 'missingpassword', field: 'password' }
  return null
}
