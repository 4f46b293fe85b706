import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Day, Id, Instant, Nullable, NullableText, OneOf, pageOf, PageQuery } from './entity.ts'
import { roles } from './roles.ts'

export const AUDIT_PAGE_SIZE = 50
export const MAX_AUDIT_SEARCH_LENGTH = 100

/** All audited acts, grouped by the filters of the audit log. Add every new audited act here. */
export const auditActs = {
  signins: [
    'login',
    'logout',
    'guest',
    'register',
    'session.switched',
    'session.revoked',
    'apple.tied',
    'departure.undone',
    'factor.recovery',
  ],
  failures: [
    'login.failed',
    'login.slowed',
    'key.failed',
    'key.slowed',
    'link.failed',
    'proof.failed',
    'apple.failed',
    'setup.failed',
    'factor.failed',
    'factor.guessed',
  ],
  access: [
    'role.changed',
    'member.disabled',
    'member.enabled',
    'member.approved',
    'member.refused',
    'member.invited',
    'invitation.withdrawn',
    'stay.added',
    'stay.changed',
    'stay.removed',
    'stay.ended',
    'code.printed',
    'reset.sent',
    'password.forgotten',
    'password.changed',
    'email.asked',
    'email.confirmed',
    'birthdate.changed',
    'factor.on',
    'factor.off',
    'factor.codes',
    'factor.reset',
  ],
  key: ['key.changed'],
  moderation: [
    'post.flagged',
    'message.flagged',
    'user.flagged',
    'deal.flagged',
    'message.viewed',
    'case.kept',
    'case.hidden',
    'case.warned',
    'case.suspended',
    'case.removed',
    'case.restored',
    'case.appealed',
    'appeal.upheld',
    'appeal.overturned',
    'member.suspended',
    'member.resumed',
    'post.removed',
    'post.calledoff',
    'post.pinned',
    'post.unpinned',
    'deal.approved',
    'deal.refused',
    'deal.changed',
    'deal.ended',
    'deal.removed',
  ],
  data: [
    'export.asked',
    'export.fetched',
    'export.dropped',
    'community.left',
    'account.deleted',
    'member.erased',
    'audit.read',
  ],
  team: [
    'installation.set-up',
    'community.changed',
    'plan.changed',
    'map.drawn',
    'welcome.changed',
    'logo.changed',
    'place.added',
    'place.changed',
    'place.removed',
    'template.created',
    'template.changed',
    'template.removed',
    'deal.mapped',
  ],
} as const

export type AuditGroup = keyof typeof auditActs
export type AuditAct = (typeof auditActs)[AuditGroup][number]

export const auditGroups = Object.keys(auditActs) as AuditGroup[]
export const allAuditActs: readonly AuditAct[] = Object.values(auditActs).flat()

/** The acts that a filter matches: those of a group, or a single one. */
export const expandActFilter = (act: AuditGroup | AuditAct): readonly AuditAct[] =>
  act in auditActs ? auditActs[act as AuditGroup] : [act as AuditAct]

export const subjectKinds = ['member', 'community', 'post', 'message', 'deal', 'place', 'template'] as const
export type SubjectKind = (typeof subjectKinds)[number]

const subjectKindByPrefix: Partial<Record<string, SubjectKind>> = {
  role: 'member',
  member: 'member',
  user: 'member',
  invitation: 'member',
  stay: 'member',
  code: 'member',
  reset: 'member',
  birthdate: 'member',
  factor: 'member',
  community: 'community',
  map: 'community',
  post: 'post',
  message: 'message',
  deal: 'deal',
  place: 'place',
  template: 'template',
}

export const subjectKindOf = (act: AuditAct): SubjectKind | null => subjectKindByPrefix[act.split('.')[0]!] ?? null

/** The log discloses the reporter to nobody, not even to the team: it shows only that a report was made. */
export const reportActs = [
  'post.flagged',
  'message.flagged',
  'user.flagged',
  'deal.flagged',
] as const satisfies readonly AuditAct[]

/** Removals without a report, and messages read by the team: each has a moderation case, which names the owner. */
const actsWithCase: readonly AuditAct[] = ['post.removed', 'deal.removed', 'message.viewed']

/** Whether an act belongs to a moderation case, which concerns content or the profile of a member. */
export const isCaseAct = (act: AuditAct): boolean =>
  act.startsWith('case.') || act.startsWith('appeal.') || actsWithCase.includes(act)

/** Acts by the system or somebody unknown or undisclosed: a missing name does not mean a departed member. */
const anonymousActs: readonly AuditAct[] = [
  ...auditActs.failures,
  ...reportActs,
  'register',
  'member.erased',
  'stay.ended',
]
export const isAnonymousAct = (act: AuditAct): boolean => anonymousActs.includes(act)

const Person = Type.Object({
  _id: Id,
  communityId: Id,
  pseudo: Type.String(),
  firstname: NullableText,
  lastname: NullableText,
  company: NullableText,
  role: OneOf(roles),
})
export type AuditPerson = Static<typeof Person>

const AuditCommunity = Type.Object({ _id: Id, name: NullableText, customUri: Type.String() })
export type AuditCommunity = Static<typeof AuditCommunity>

export const MAX_AUDIT_COMMUNITIES = 500

const Subject = Type.Object({
  _id: Id,
  kind: OneOf(subjectKinds),
  isThere: Type.Boolean({ description: 'False when it has been removed since.' }),
  name: Type.Union([Type.String(), Type.Null()], { description: 'The name of a community.' }),
  person: Type.Union([Person, Type.Null()], {
    description: 'The person concerned, or the owner of what the team decided on.',
  }),
})

const Entry = Type.Object({
  _id: Id,
  date: Instant,
  act: OneOf(allAuditActs),
  community: Nullable(AuditCommunity),
  who: Type.Union([Person, Type.Null()], {
    description: 'With their present names; null for nobody, or for somebody who has left.',
  }),
  hasLeft: Type.Boolean({ description: 'True when the actor is no longer a member.' }),
  email: Type.Union([Type.String(), Type.Null()], {
    description: 'The e-mail address of the acting account, or of the one that was tried.',
  }),
  address: NullableText,
  subject: Nullable(Subject),
})
export type AuditEntry = Static<typeof Entry>

export const listAudit = endpoint({
  method: 'GET',
  path: '/admin/audit',
  summary:
    'List who did what and when in the whole installation, the latest first; for webmasters. Reading the log is audited too',
  access: 'member',
  query: Type.Object({
    ...PageQuery,
    search: Type.Optional(
      Type.String({
        maxLength: MAX_AUDIT_SEARCH_LENGTH,
        description: 'The beginning of a name, pseudo or e-mail address; an IP address; or the id of a subject.',
      }),
    ),
    act: Type.Optional(OneOf([...auditGroups, ...allAuditActs])),
    communityId: Type.Optional(Id),
    from: Type.Optional(Day),
    to: Type.Optional(Day),
  }),
  answer: pageOf(
    Entry,
    Type.Object({
      communities: Type.Array(AuditCommunity, { description: 'With the first page: the communities to choose from.' }),
    }),
  ),
  errors: ['error404'],
})
