import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { abilitiesOf, Id, Instant, Nullable, OneOf } from './entity.ts'
import { languages } from './language.ts'
import { isMember, isStaff, type Role } from './roles.ts'
import { FactorCode } from './second-factor.ts'
import { LINK_TOKEN_LENGTH, MAX_PASSWORD_LENGTH } from './entry.ts'

/** How long a departed user can undo the departure, in days; then their data is erased. */
export const DEPARTURE_UNDO_DAYS = 7
export const EXPORT_DAYS = 7
export const PROOF_MINUTES = 10

/** Staff must hand over their role before they leave; the last administrator or webmaster cannot give up the role. */
export const canLeave = (role: Role): boolean => isMember(role) && !isStaff(role)

/** How members can prove that they own their account: `none` if they have just proved it, or have no means to. */
export const proofMethods = ['none', 'password', 'mail'] as const
export type ProofMethod = (typeof proofMethods)[number]

const Leaving = Type.Object({
  proof: OneOf(proofMethods),
  code: Type.Boolean({ description: 'True when the password must be accompanied by a code of the second factor.' }),
  communities: Type.Array(Type.Object({ _id: Id, name: Type.String() }), {
    description: 'All communities of the account: deleting it leaves them all.',
  }),
  hasMail: Type.Boolean({ description: 'True when an undo link can be mailed.' }),
  abilities: abilitiesOf('leave', 'deleteAccount'),
})
export type Leaving = Static<typeof Leaving>

export const getLeaving = endpoint({
  method: 'GET',
  path: '/api/user/leaving',
  summary: 'Get what leaving requires and what it affects',
  access: 'member',
  allowWithoutProfile: true,
  answer: Leaving,
  errors: [],
})

export const proveOwner = endpoint({
  method: 'POST',
  path: '/api/user/proof',
  summary:
    'Prove ownership of the account by its password and its second factor; without a password a link is mailed. The proof is valid for ten minutes in this session',
  access: 'member',
  allowSuspended: true,
  allowWithoutProfile: true,
  body: Type.Object({
    currentpassword: Type.Optional(Type.String({ maxLength: MAX_PASSWORD_LENGTH })),
    code: FactorCode,
  }),
  bodyOptional: true,
  answer: Type.Object({ proof: Type.Enum(['done', 'sent']) }),
  errors: ['missingpassword', 'baduserpassword', 'codemissing', 'badcode', 'toomanyrequests'],
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/user',
  summary:
    'Delete the account in all of its communities: hidden at once, erased after a week, within which a mailed link restores it. Requires `proveOwner`',
  access: 'member',
  allowSuspended: true,
  allowWithoutProfile: true,
  answer: Type.Object({ _id: Id }),
  errors: ['laststaff', 'proofneeded', 'error404'],
})

export const leaveCommunity = endpoint({
  method: 'DELETE',
  path: '/api/register',
  summary:
    'Leave the community: hidden there at once, erased after a week, within which a mailed link restores the membership',
  access: 'member',
  allowSuspended: true,
  allowWithoutProfile: true,
  answer: Type.Object({ _id: Id }),
  errors: ['laststaff', 'error404'],
})

export const undoDeparture = endpoint({
  method: 'POST',
  path: '/api/user/undo',
  summary: 'Undo a departure with the link from its mail; everything is restored',
  access: 'public',
  body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 4 * LINK_TOKEN_LENGTH }) }),
  answer: Type.Object({ communityId: Id, customUri: Type.String({ description: 'The community to log in to.' }) }),
  errors: ['tokenexpired', 'toomanyrequests'],
})

export const exportStates = ['waiting', 'making', 'ready', 'failed'] as const
export type ExportState = (typeof exportStates)[number]

const Export = Type.Object({
  _id: Id,
  state: OneOf(exportStates),
  done: Type.Integer({ description: 'The number of posts, messages, pictures and other items already in it.' }),
  total: Nullable(Type.Integer({ description: 'The total number of items; null while they are being counted.' })),
  bytes: Nullable(Type.Integer({ description: 'The size once it is ready.' })),
  dateAdded: Instant,
  expiresAt: Instant,
})
export type Export = Static<typeof Export>

export const getExport = endpoint({
  method: 'GET',
  path: '/api/user/export',
  summary: 'Get the data export in progress or ready for download; null without one',
  access: 'member',
  allowWithoutProfile: true,
  answer: Nullable(Export),
  errors: [],
})

export const makeExport = endpoint({
  method: 'POST',
  path: '/api/user/export',
  summary:
    'Start a data export of everything about oneself as JSON and pictures; only one at a time, repeated calls return the same. Requires `proveOwner`',
  access: 'member',
  allowSuspended: true,
  allowWithoutProfile: true,
  body: Type.Object({ lang: Type.Optional(OneOf(languages)) }),
  bodyOptional: true,
  answer: Export,
  errors: ['proofneeded', 'toomanyrequests'],
})

export const dropExport = endpoint({
  method: 'DELETE',
  path: '/api/user/export',
  summary: 'Cancel or remove the data export; does nothing without one',
  access: 'member',
  allowSuspended: true,
  allowWithoutProfile: true,
  answer: Type.Object({ _id: Nullable(Id) }),
  errors: [],
})

/** The URL of the exported archive, which the browser downloads. */
export const EXPORT_FILE_PATH = '/api/user/export/file'
