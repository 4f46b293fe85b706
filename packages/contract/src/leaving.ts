import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { abilitiesOf, Id, Instant, Nullable, OneOf } from './entity.ts'
import { languages } from './language.ts'
import { isMember, isStaff, type Role } from './roles.ts'
import { FactorCode } from './second-factor.ts'
import { LINK_TOKEN_LENGTH, MAX_PASSWORD_LENGTH } from './session.ts'

/** How long who has left may take it back, in days; then they are erased. */
export const UNDO_DAYS = 7
/** How long the archive of one's own data can be fetched, in days. */
export const EXPORT_DAYS = 7
/** How long it counts that the owner has proved to be the owner, in minutes. */
export const PROOF_MINUTES = 10

/**
 * Who works for a community hands over their role before they go: none may lose its last administrator, no installation
 * its last webmaster.
 */
export const mayLeave = (role: Role): boolean => isMember(role) && !isStaff(role)

/** How an owner proves to be the owner: `none` where they have just done so, or nothing is there to prove it by. */
export const proofs = ['none', 'password', 'mail'] as const
export type Proof = (typeof proofs)[number]

/** What leaving would mean for who asks. */
const Leaving = Type.Object({
  proof: OneOf(proofs),
  code: Type.Boolean({ description: 'with the password goes a code of the second factor' }),
  communities: Type.Array(Type.Object({ _id: Id, name: Type.String() }), {
    description: 'all that the account belongs to: they are left together when it is deleted',
  }),
  hasMail: Type.Boolean({ description: 'a link to take it back can be sent' }),
  abilities: abilitiesOf('leave', 'deleteAccount'),
})
export type Leaving = Static<typeof Leaving>

export const getLeaving = endpoint({
  method: 'GET',
  path: '/api/user/leaving',
  summary: 'What it takes to leave, and what goes with it',
  access: 'member',
  beforeProfile: true,
  answer: Leaving,
  errors: [],
})

export const proveOwner = endpoint({
  method: 'POST',
  path: '/api/user/proof',
  summary:
    'Prove to be the owner of the account, by its password and its second factor; without a password a link is mailed. It holds for ten minutes in this session',
  access: 'member',
  whenSuspended: true,
  beforeProfile: true,
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
    'Delete the account in all of its communities: hidden at once, erased after a week in which a mailed link brings it back. Asks for `proveOwner`',
  access: 'member',
  whenSuspended: true,
  beforeProfile: true,
  answer: Type.Object({ _id: Id }),
  errors: ['laststaff', 'proofneeded', 'error404'],
})

export const leaveCommunity = endpoint({
  method: 'DELETE',
  path: '/api/register',
  summary: 'Leave the community: hidden there at once, erased after a week in which a mailed link leads back',
  access: 'member',
  whenSuspended: true,
  beforeProfile: true,
  answer: Type.Object({ _id: Id }),
  errors: ['laststaff', 'error404'],
})

export const undoDeparture = endpoint({
  method: 'POST',
  path: '/api/user/undo',
  summary: 'Spend the link of the mail about a departure: everything is as it was',
  access: 'public',
  body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 4 * LINK_TOKEN_LENGTH }) }),
  answer: Type.Object({ communityId: Id, customUri: Type.String({ description: 'of the community to log in to' }) }),
  errors: ['tokenexpired', 'toomanyrequests'],
})

export const exportStates = ['waiting', 'making', 'ready', 'failed'] as const
export type ExportState = (typeof exportStates)[number]

/** The archive of everything about its owner, as it is being made or waits to be fetched. */
const Export = Type.Object({
  _id: Id,
  state: OneOf(exportStates),
  done: Type.Integer({ description: 'posts, messages, pictures … that are in it' }),
  total: Nullable(Type.Integer({ description: 'of so many; null while they are being counted' })),
  bytes: Nullable(Type.Integer({ description: 'once it is ready' })),
  dateAdded: Instant,
  expiresAt: Instant,
})
export type Export = Static<typeof Export>

export const getExport = endpoint({
  method: 'GET',
  path: '/api/user/export',
  summary: 'The archive of one’s own data that is being made or can be fetched; null without one',
  access: 'member',
  beforeProfile: true,
  answer: Nullable(Export),
  errors: [],
})

export const makeExport = endpoint({
  method: 'POST',
  path: '/api/user/export',
  summary:
    'Have an archive of everything about oneself made, JSON and pictures; one at a time: asked again it is the same. Asks for `proveOwner`',
  access: 'member',
  whenSuspended: true,
  beforeProfile: true,
  body: Type.Object({ lang: Type.Optional(OneOf(languages)) }),
  bodyOptional: true,
  answer: Export,
  errors: ['proofneeded', 'toomanyrequests'],
})

export const dropExport = endpoint({
  method: 'DELETE',
  path: '/api/user/export',
  summary: 'Stop making the archive, or remove it; without one nothing happens',
  access: 'member',
  whenSuspended: true,
  beforeProfile: true,
  answer: Type.Object({ _id: Nullable(Id) }),
  errors: [],
})

/** Where the archive itself is fetched, by the browser. */
export const EXPORT_FILE_PATH = '/api/user/export/file'
