import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Author, Day, Id, Instant, Nullable, NullableText, OneOf, pageOf, PageQuery } from './entity.ts'
import type { RuleBreak } from './errors.ts'
import { languages } from './language.ts'
import { DATE_LENGTH, MAX_NAME_LENGTH } from './profile.ts'
import { isStaff, type Role, roles } from './roles.ts'
import { MAX_EMAIL_LENGTH, MAX_KEY_LENGTH } from './session.ts'
import { checkEmail } from './session-rules.ts'
import { checkStay, StayChange } from './stay.ts'

export const MAX_MEMBER_SEARCH_LENGTH = 100
/** How long a former key may go on opening the door, in days. */
export const KEY_GRACE_DAYS = 7

const Home = { building: NullableText, floor: NullableText, apartmentNumber: NullableText }
/** What staff writes of a home. */
const HomeChange = {
  building: Type.Optional(Nullable(Type.String({ maxLength: MAX_NAME_LENGTH }))),
  floor: Type.Optional(Nullable(Type.String({ maxLength: 2 }))),
  apartmentNumber: Type.Optional(Nullable(Type.String({ maxLength: 10 }))),
}

/** Who has saved their profile and waits for the team's yes. */
const Waiting = Type.Interface([Author], {
  ...Home,
  lastname: NullableText,
  date: Instant,
  word: Type.Union([Type.String(), Type.Null()], { description: 'to the team' }),
})

const RegisterKey = Type.Object({
  key: Type.Union([Type.String(), Type.Null()], {
    description: 'null where the community has none, or none that can be read',
  }),
  since: Nullable(Instant),
  cameIn: Type.Integer({ description: 'people who have registered since' }),
  formerUntil: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'until when the key before this one opens too',
  }),
})
export type RegisterKey = Static<typeof RegisterKey>

export const getDesk = endpoint({
  method: 'GET',
  path: '/admin/desk',
  summary: 'What waits for the team, how many are in, and the key',
  access: 'member',
  answer: Type.Object({
    membersCount: Type.Integer(),
    waiting: Type.Array(Waiting, { description: 'those who have waited longest: the first page of `/admin/waiting`' }),
    waitingCount: Type.Integer(),
    registerKey: RegisterKey,
    roles: Type.Array(OneOf(roles), { description: 'those that the viewer may give' }),
    stays: Type.Boolean({ description: 'people come here for a stay' }),
  }),
  errors: [],
})

export const listWaiting = endpoint({
  method: 'GET',
  path: '/admin/waiting',
  summary: 'Who waits for the team, the longest first',
  access: 'member',
  query: Type.Object(PageQuery),
  answer: pageOf(Waiting, Type.Object({})),
  errors: [],
})

/** A member as the team sees them. */
const DeskMember = Type.Interface([Author], {
  ...Home,
  lastname: NullableText,
  lastSeen: Nullable(Instant),
  disabled: Type.Boolean({ description: 'the team has closed their access' }),
  memberUntil: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
    description: 'the last day of the last stay',
  }),
})
export type DeskMember = Static<typeof DeskMember>

export const listMembers = endpoint({
  method: 'GET',
  path: '/admin/members',
  summary: 'The members, the newest first; `search` finds names, pseudos, e-mails, buildings and flats',
  access: 'member',
  query: Type.Object({ ...PageQuery, search: Type.Optional(Type.String({ maxLength: MAX_MEMBER_SEARCH_LENGTH })) }),
  answer: pageOf(DeskMember, Type.Object({})),
  errors: [],
})

const Stay = Type.Object({
  _id: Id,
  userId: Id,
  locationId: Nullable(Id),
  location: Type.Union([
    Type.Object({ name: NullableText, lang: Type.Object({ en: Type.Object({ name: NullableText }) }) }),
    Type.Null(),
  ]),
  arrival: Day,
  departure: Day,
})
export type Stay = Static<typeof Stay>

const MemberFile = Type.Interface([DeskMember], {
  email: NullableText,
  address: NullableText,
  zipCode: NullableText,
  city: NullableText,
  since: Instant,
  birthdate: { ...NullableText, description: 'DD/MM/YYYY' },
  minor: Type.Boolean({ description: 'protected as one' }),
  stays: Type.Array(Stay, { description: 'the latest first' }),
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
  summary: 'One member, with stays',
  access: 'member',
  params: Type.Object({ id: Id }),
  answer: MemberFile,
  errors: ['error404'],
})

export const changeMember = endpoint({
  method: 'PUT',
  path: '/admin/members/:id',
  summary:
    'Give a role, close or open the access: in force at once, their devices are signed out; or correct the birth date. A role of the team, given or taken, asks for `proveOwner`, and the other webmasters are told by mail',
  access: 'member',
  whenSuspended: false,
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
  summary: 'Let in who waits, or refuse: they are told by mail',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  body: Type.Object({ letIn: Type.Boolean() }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404'],
})

export const sendPasswordLink = endpoint({
  method: 'POST',
  path: '/admin/members/:id/reset',
  summary: 'Mail a link to a new password',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404', 'toomanyrequests'],
})

/** What is printed once: nobody can read it again. */
const Letter = Type.Object({
  code: Type.String({ description: '12 letters in groups of four' }),
  link: Type.String({ description: 'for the QR code' }),
  expiresAt: Instant,
})
export type Letter = Static<typeof Letter>

export const printCode = endpoint({
  method: 'POST',
  path: '/admin/members/:id/code',
  summary:
    'A letter with a one-time code and a link, for who has no mail at hand. One that opens an account of the team asks for `proveOwner`',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  answer: Letter,
  errors: ['error404', 'proofneeded', 'toomanyrequests'],
})

const Invitation = Type.Interface([Type.Object({ _id: Id })], {
  ...Home,
  email: NullableText,
  role: OneOf(roles),
  date: Instant,
  expiresAt: Nullable(Instant),
})
export type Invitation = Static<typeof Invitation>

export const listInvitations = endpoint({
  method: 'GET',
  path: '/admin/invitations',
  summary: 'Who was invited and has not come yet, the latest first',
  access: 'member',
  query: Type.Object(PageQuery),
  answer: pageOf(Invitation, Type.Object({})),
  errors: [],
})

export const invite = endpoint({
  method: 'POST',
  path: '/admin/invitations',
  summary:
    'Open an account for somebody: by mail, or by a letter where there is no e-mail. With a role of the team it asks for `proveOwner`, and the other webmasters are told by mail',
  access: 'member',
  whenSuspended: false,
  body: Type.Object({
    email: Type.Optional(
      Nullable(Type.String({ maxLength: MAX_EMAIL_LENGTH, description: 'without one a letter is made' })),
    ),
    role: Type.Optional(OneOf(roles)),
    ...HomeChange,
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
  summary: 'Take an invitation back: its link and code lead nowhere',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404'],
})

export const addStay = endpoint({
  method: 'POST',
  path: '/admin/members/:id/stays',
  summary: 'A stay of a member: the membership ends with the last one',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  body: Type.Object(StayChange),
  answer: Stay,
  errors: ['error404', 'accommodationmandatory', 'bookingdatesmandatory', 'departurebeforearrival'],
})

export const changeStay = endpoint({
  method: 'PUT',
  path: '/admin/stays/:id',
  summary: 'Other dates or another place',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  body: Type.Object(StayChange),
  answer: Stay,
  errors: ['error404', 'accommodationmandatory', 'bookingdatesmandatory', 'departurebeforearrival'],
})

export const removeStay = endpoint({
  method: 'DELETE',
  path: '/admin/stays/:id',
  summary: 'Take a stay down',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404'],
})

export const rotateKey = endpoint({
  method: 'PUT',
  path: '/admin/key',
  summary: 'A new register key: the one before stops at once, or after a week',
  access: 'member',
  whenSuspended: false,
  body: Type.Object({
    key: Type.Optional(Nullable(Type.String({ maxLength: MAX_KEY_LENGTH, description: 'without one it is made' }))),
    grace: Type.Optional(Type.Boolean({ description: 'the key before goes on for a week' })),
  }),
  answer: RegisterKey,
  errors: ['shortkey', 'toomanyrequests'],
})

export const changeLogo = endpoint({
  method: 'PUT',
  path: '/admin/logo',
  summary: 'Another picture for the community',
  access: 'member',
  whenSuspended: false,
  body: Type.Object({}),
  files: true,
  answer: Type.Object({ logoUri: Type.String() }),
  errors: ['toomanyrequests'],
})

const Poster = Type.Object({
  address: Type.String({ description: 'as it is typed: host and uri' }),
  link: Type.String({
    description: 'what the code holds: the door of the community, with its key where one is needed',
  }),
  key: Type.Union([Type.String(), Type.Null()], { description: 'null where none is needed, or none can be read' }),
  registers: Type.Boolean({ description: 'who scans it may register; elsewhere one is invited' }),
})
export type Poster = Static<typeof Poster>

export const getPoster = endpoint({
  method: 'GET',
  path: '/admin/poster',
  summary: 'What the poster in the hall says; for the whole team',
  access: 'member',
  answer: Poster,
  errors: [],
})

/** The roles in the order of what they may do. */
const ranks: readonly Role[] = ['guest', 'neighbor', 'advertiser', 'employee', 'administrator', 'webmaster']

/** Whether one role may do no more than the other. */
export const isAtMost = (role: Role, other: Role): boolean => ranks.indexOf(role) <= ranks.indexOf(other)

/** Whether somebody comes into the team, leaves it, or gets another role in it; `before` is null for who is invited. */
export const changesTeam = (before: Role | null, after: Role): boolean =>
  before !== after && (isStaff(after) || (before !== null && isStaff(before)))

/** What the invitation form and the server both ask of it. */
export const checkInvitation = (form: {
  email?: string | null
  stay?: Parameters<typeof checkStay>[0] | null
}): RuleBreak | null =>
  (form.email?.trim() ? checkEmail(form.email) : null) ?? (form.stay ? checkStay(form.stay) : null)
