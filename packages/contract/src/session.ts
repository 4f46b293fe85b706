import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { abilitiesOf, Author, English, Id, Nullable, NullableText, OneOf } from './entity.ts'
import { roles } from './roles.ts'

/** How the session was opened; `jwt` means a link in a mail to a password account. */
export const strategies = ['local', 'apple', 'jwt', 'guest'] as const
export type Strategy = (typeof strategies)[number]

/** The user that the account has in one of its communities. */
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

/** A user as others see them. Fields that the viewer may not see are absent. */
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
