import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Author, Id, Instant, Nullable, NullableText, OneOf, pageOf, PageQuery } from './entity.ts'
import type { ValidationError } from './errors.ts'
import { languages } from './language.ts'
import { DATE_LENGTH, MAX_NAME_LENGTH } from './profile.ts'
import { isStaff, type Role, roles } from './roles.ts'
import { MAX_EMAIL_LENGTH } from './entry.ts'
import { validateEmail } from './entry-rules.ts'
import { validateStay, StayChange } from './stay.ts'
import { Stay } from './admin-stays.ts'
import { RegisterKey } from './admin-register-key.ts'

export { addStay, changeStay, removeStay, type Stay } from './admin-stays.ts'
export { getPoster, KEY_GRACE_DAYS, type Poster, type RegisterKey, rotateKey } from './admin-register-key.ts'

export const MAX_MEMBER_SEARCH_LENGTH = 100

const HomeAnswerFields = { building: NullableText, floor: NullableText, apartmentNumber: NullableText }
const HomeBodyFields = {
  building: Type.Optional(Nullable(Type.String({ maxLength: MAX_NAME_LENGTH }))),
  floor: Type.Optional(Nullable(Type.String({ maxLength: 2 }))),
  apartmentNumber: Type.Optional(Nullable(Type.String({ maxLength: 10 }))),
}

/** A newcomer who has saved their profile and awaits approval by the team. */
const PendingMember = Type.Interface([Author], {
  ...HomeAnswerFields,
  lastname: NullableText,
  date: Instant,
  word: Type.Union([Type.String(), Type.Null()], { description: 'A message to the team.' }),
})

export const getDesk = endpoint({
  method: 'GET',
  path: '/admin/desk',
  summary: 'Get the pending newcomers, the number of members, and the register key',
  access: 'member',
  answer: Type.Object({
    membersCount: Type.Integer(),
    waiting: Type.Array(PendingMember, {
      description: 'Those who have waited longest: the first page of `/admin/waiting`.',
    }),
    waitingCount: Type.Integer(),
    registerKey: RegisterKey,
    roles: Type.Array(OneOf(roles), { description: 'The roles that the viewer may assign.' }),
    stays: Type.Boolean({ description: 'True where people come to this community for a stay.' }),
  }),
  errors: [],
})

export const listWaiting = endpoint({
  method: 'GET',
  path: '/admin/waiting',
  summary: 'List the newcomers who await approval, the longest waiting first',
  access: 'member',
  query: Type.Object(PageQuery),
  answer: pageOf(PendingMember, Type.Object({})),
  errors: [],
})

const DeskMember = Type.Interface([Author], {
  ...HomeAnswerFields,
  lastname: NullableText,
  lastSeen: Nullable(Instant),
  disabled: Type.Boolean({ description: 'True when the team has closed the access of this member.' }),
  memberUntil: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
    description: 'The last day of the last stay.',
  }),
})
export type DeskMember = Static<typeof DeskMember>

export const listMembers = endpoint({
  method: 'GET',
  path: '/admin/members',
  summary: 'List the members, the newest first; `search` matches names, pseudos, e-mails, buildings and flats',
  access: 'member',
  query: Type.Object({ ...PageQuery, search: Type.Optional(Type.String({ maxLength: MAX_MEMBER_SEARCH_LENGTH })) }),
  answer: pageOf(DeskMember, Type.Object({})),
  errors: [],
})

const MemberFile = Type.Interface([DeskMember], {
  email: NullableText,
  address: NullableText,
  zipCode: NullableText,
  city: NullableText,
  since: Instant,
  birthdate: { ...NullableText, description: 'DD/MM/YYYY' },
  minor: Type.Boolean({ description: 'True when the member is protected as a minor.' }),
  stays: Type.Array(Stay, { description: 'The latest first.' }),
  abilities: Type.Object({
    changeRole: Type.Boolean(),
    changeBirthdate: Type.Boolean(),
    changeStays: Type.Boolean(),
    disable: Type.Boolean(),
    sendReset: Type.Boolean(),
    printCode: Type.Boolean(),
    resetSecondFactor: Type.Boolean(),
  }),
})
export type MemberFile = Static<typeof MemberFile>

export const getMemberFile = endpoint({
  method: 'GET',
  path: '/admin/members/:id',
  summary: 'Get one member with their stays',
  access: 'member',
  params: Type.Object({ id: Id }),
  answer: MemberFile,
  errors: ['error404'],
})

export const changeMember = endpoint({
  method: 'PUT',
  path: '/admin/members/:id',
  summary:
    'Assign a role, close or open the access, or correct the birth date. A change of access applies at once and signs out the member’s devices. Granting or revoking a role of the team requires `proveOwner`, and the other webmasters are notified by mail',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  body: Type.Object({
    role: Type.Optional(OneOf(roles)),
    disabled: Type.Optional(Type.Boolean()),
    birthdate: Type.Optional(Nullable(Type.String({ maxLength: 2 * DATE_LENGTH, description: 'DD/MM/YYYY' }))),
  }),
  answer: MemberFile,
  errors: ['error404', 'proofneeded', 'laststaff', 'closedbydecision', 'invaliddateformat', 'tooyoungerror'],
})

export const decideOnNewcomer = endpoint({
  method: 'PUT',
  path: '/admin/waiting/:id',
  summary: 'Approve or refuse a newcomer, who is notified by mail',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  body: Type.Object({ letIn: Type.Boolean() }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404'],
})

export const sendPasswordLink = endpoint({
  method: 'POST',
  path: '/admin/members/:id/reset',
  summary: 'Mail a link for choosing a new password',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404', 'toomanyrequests'],
})

/** The code is returned only once, to be printed. */
const Letter = Type.Object({
  code: Type.String({ description: '12 letters in groups of four.' }),
  link: Type.String({ description: 'The content of the QR code.' }),
  expiresAt: Instant,
})
export type Letter = Static<typeof Letter>

export const printCode = endpoint({
  method: 'POST',
  path: '/admin/members/:id/code',
  summary:
    'Create a letter with a one-time code and a link, for a member without access to e-mail. A letter that opens an account of the team requires `proveOwner`',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  answer: Letter,
  errors: ['error404', 'proofneeded', 'toomanyrequests'],
})

const Invitation = Type.Interface([Type.Object({ _id: Id })], {
  ...HomeAnswerFields,
  email: NullableText,
  role: OneOf(roles),
  date: Instant,
  expiresAt: Nullable(Instant),
})
export type Invitation = Static<typeof Invitation>

export const listInvitations = endpoint({
  method: 'GET',
  path: '/admin/invitations',
  summary: 'List the invitations that have not been accepted yet, the latest first',
  access: 'member',
  query: Type.Object(PageQuery),
  answer: pageOf(Invitation, Type.Object({})),
  errors: [],
})

export const invite = endpoint({
  method: 'POST',
  path: '/admin/invitations',
  summary:
    'Invite somebody by mail, or by a letter where there is no e-mail address. An invitation with a role of the team requires `proveOwner`, and the other webmasters are notified by mail',
  access: 'member',
  allowSuspended: false,
  body: Type.Object({
    email: Type.Optional(
      Nullable(Type.String({ maxLength: MAX_EMAIL_LENGTH, description: 'Without an address a letter is created.' })),
    ),
    role: Type.Optional(OneOf(roles)),
    ...HomeBodyFields,
    stay: Type.Optional(Nullable(Type.Object(StayChange))),
    lang: Type.Optional(OneOf(languages)),
  }),
  answer: Type.Object({ invitation: Invitation, letter: Nullable(Letter) }),
  errors: [
    'invalidemail',
    'alreadyregistereduser',
    'accommodationmandatory',
    'bookingdatesmandatory',
    'departurebeforearrival',
    'error404',
    'proofneeded',
    'toomanyrequests',
  ],
})

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/admin/invitations/:id',
  summary: 'Revoke an invitation: its link and code become invalid',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404'],
})

export const changeLogo = endpoint({
  method: 'PUT',
  path: '/admin/logo',
  summary: 'Replace the picture of the community',
  access: 'member',
  allowSuspended: false,
  body: Type.Object({}),
  files: true,
  answer: Type.Object({ logoUri: Type.String() }),
  errors: ['toomanyrequests'],
})

/** Ordered from the fewest permissions to the most. */
const rolesByRank: readonly Role[] = ['guest', 'neighbor', 'advertiser', 'employee', 'administrator', 'webmaster']

/** Whether `role` has no more permissions than `other`. */
export const isRoleAtMost = (role: Role, other: Role): boolean =>
  rolesByRank.indexOf(role) <= rolesByRank.indexOf(other)

/** Whether a user joins the team, leaves it, or changes role within it. `before` is null for an invitation. */
export const isTeamChange = (before: Role | null, after: Role): boolean =>
  before !== after && (isStaff(after) || (before !== null && isStaff(before)))

export const validateInvitation = (form: {
  email?: string | null
  stay?: Parameters<typeof validateStay>[0] | null
}): ValidationError | null =>
  (form.email?.trim() ? validateEmail(form.email) : null) ?? (form.stay ? validateStay(form.stay) : null)
