import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Author, Id, Instant, Media, Nullable, NullableText, OneOf, pageOf, PageQuery } from './entity.ts'
import { type ModerationDecision, moderationDecisions, moderationRules, reportedKinds } from './moderation-rules.ts'

export * from './moderation-rules.ts'

/** How long after a decision the author of the content may appeal, in days. */
export const APPEAL_DAYS = 14
export const MAX_STATEMENT_LENGTH = 1_000
/** After how many hours a pending case triggers a reminder: first to the team, then to the webmasters too. */
export const REMINDER_HOURS = [24, 48] as const
/** How many months the monthly counts cover, the current month included. */
export const STATISTICS_MONTHS = 12

/** Notifications about a case: `report` and `appeal` go to the team, `decision` and `outcome` to the author. */
export const moderationNotices = ['report', 'appeal', 'decision', 'outcome'] as const
export type ModerationNotice = (typeof moderationNotices)[number]

export const caseStates = ['open', 'decided', 'appealed', 'closed'] as const
export type CaseState = (typeof caseStates)[number]

export const caseLists = ['waiting', 'decided'] as const

const CommunityName = Type.Object({ _id: Id, name: Type.String(), customUri: Type.String() })

const Statement = Type.Optional(Nullable(Type.String({ maxLength: MAX_STATEMENT_LENGTH })))

/** Why the team removes a member's content; the member may appeal. Removing one's own content needs no reason. */
export const RemovalQuery = Type.Object({
  rule: Type.Optional(OneOf(moderationRules)),
  reason: Type.Optional(Type.String({ maxLength: MAX_STATEMENT_LENGTH })),
})

/** A message of the private conversation: the reported one, or one of the five before and after it. */
const ReportedMessage = Type.Object({
  place: Type.Integer(),
  author: Nullable(Author),
  text: NullableText,
  hasPicture: Type.Boolean(),
  reported: Type.Boolean(),
  date: Instant,
})

/** The content at the time of the latest report; empty if it has been erased since. */
export const ReportedContent = Type.Object({
  title: NullableText,
  text: NullableText,
  lang: Type.Object({ en: Type.Object({ title: NullableText, text: NullableText }) }),
  picture: Nullable(Media),
  youtubeVideoId: NullableText,
  messages: Type.Array(ReportedMessage, { description: 'Only for a reported message.' }),
})
export type ReportedContent = Static<typeof ReportedContent>

const Decision = Type.Object({
  decision: OneOf(moderationDecisions),
  rule: Nullable(OneOf(moderationRules)),
  reason: NullableText,
  days: Type.Union([Type.Integer(), Type.Null()], { description: 'The length of a suspension.' }),
  date: Instant,
})

const Appeal = Type.Object({
  text: Type.String(),
  date: Instant,
  outcome: Type.Union([Type.Object({ overturned: Type.Boolean(), reason: NullableText, date: Instant }), Type.Null()]),
})

const CaseSummary = Type.Object({
  _id: Id,
  community: CommunityName,
  kind: OneOf(reportedKinds),
  state: OneOf(caseStates),
  author: Nullable(Author),
  excerpt: Type.Object(
    { text: NullableText, lang: Type.Object({ en: Type.Object({ text: NullableText }) }) },
    { description: 'An excerpt of the reported content; empty for a private message.' },
  ),
  flagsCount: Type.Integer(),
  hidden: Type.Boolean({ description: 'True when only its author can see it now.' }),
  concernsMinor: Type.Boolean(),
  date: Type.String({ format: 'date-time', description: 'The date of the first report, or of the pending appeal.' }),
  decidedAt: Nullable(Instant),
  decision: Nullable(OneOf(moderationDecisions)),
})
export type CaseSummary = Static<typeof CaseSummary>

export const ModerationCase = Type.Interface([CaseSummary], {
  subjectId: Id,
  content: ReportedContent,
  reasons: Type.Array(
    Type.Object({
      text: Type.String({ description: 'Empty when only a rule was given.' }),
      rule: Nullable(OneOf(moderationRules)),
      date: Instant,
    }),
    { description: 'As they were given, the oldest first; the reporters are disclosed to nobody.' },
  ),
  reportedAt: Instant,
  ruling: Nullable(
    Type.Interface([Decision], { by: Nullable(Author), restoredAt: Nullable(Instant), erased: Type.Boolean() }),
  ),
  appeal: Nullable(Appeal),
  hasSecondPerson: Type.Boolean({
    description: 'False when an appeal is pending and nobody but the person who decided before could decide on it.',
  }),
  abilities: Type.Object({
    decide: Type.Array(OneOf(moderationDecisions), { description: 'The decisions that the viewer can make now.' }),
    decideOnAppeal: Type.Boolean({ description: 'False for the person who decided: an appeal needs a second person.' }),
    restore: Type.Boolean({ description: 'True when hidden content can be made visible again.' }),
  }),
})
export type ModerationCase = Static<typeof ModerationCase>

export const listCases = endpoint({
  method: 'GET',
  path: '/admin/moderation',
  summary:
    'List the reports and appeals pending for the viewer, those that concern a minor first, then the longest waiting; or those decided, the latest first',
  access: 'member',
  query: Type.Object({
    ...PageQuery,
    list: Type.Optional(OneOf(caseLists)),
    everywhere: Type.Optional(Type.Boolean({ description: 'In all communities; for webmasters.' })),
  }),
  answer: pageOf(
    CaseSummary,
    Type.Object({ waiting: Type.Integer({ description: 'The number of pending cases, five hundred at most.' }) }),
  ),
  errors: [],
})
export type CasesPage = Static<(typeof listCases)['answer']>

export const getCase = endpoint({
  method: 'GET',
  path: '/admin/moderation/:id',
  summary: 'Get a case with the reported content. Viewing a private message is audited',
  access: 'member',
  params: Type.Object({ id: Id }),
  answer: ModerationCase,
  errors: ['error404'],
})

export const decideCase = endpoint({
  method: 'PUT',
  path: '/admin/moderation/:id',
  summary: 'Decide on a case: applies at once, and its author is notified of the rule and the reason',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  body: Type.Object({
    decision: OneOf(moderationDecisions),
    rule: Type.Optional(Nullable(OneOf(moderationRules))),
    reason: Statement,
    days: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 365 }))),
  }),
  answer: ModerationCase,
  errors: ['error404', 'rulemandatory', 'reasonmandatory', 'daysmandatory', 'alreadydecided', 'laststaff'],
})

export const restoreCase = endpoint({
  method: 'PUT',
  path: '/admin/moderation/:id/restore',
  summary: 'Make hidden content visible again, or lift a suspension or a removal: the author is notified',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  body: Type.Object({ reason: Statement }),
  bodyOptional: true,
  answer: ModerationCase,
  errors: ['error404', 'alreadydecided'],
})

export const decideAppeal = endpoint({
  method: 'PUT',
  path: '/admin/moderation/:id/appeal',
  summary:
    'Decide on an appeal, by another person than the one who decided before; an overturned decision is undone at once',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  body: Type.Object({ overturn: Type.Boolean(), reason: Statement }),
  answer: ModerationCase,
  errors: ['error404', 'reasonmandatory', 'alreadydecided'],
})

/** A decision as the content's author sees it: without the reporter and without the decider. */
export const OwnDecision = Type.Interface([Decision], {
  _id: Id,
  community: CommunityName,
  kind: OneOf(reportedKinds),
  subjectId: Id,
  excerpt: Type.Object({ text: NullableText, lang: Type.Object({ en: Type.Object({ text: NullableText }) }) }),
  until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'The end of a current suspension.',
  }),
  restoredAt: Nullable(Instant),
  appeal: Nullable(Appeal),
  appealUntil: Instant,
  abilities: Type.Object({ appeal: Type.Boolean() }),
})
export type OwnDecision = Static<typeof OwnDecision>

export const listOwnDecisions = endpoint({
  method: 'GET',
  path: '/moderation/mine',
  summary: "List the team's decisions on the viewer's content or profile, the latest first",
  access: 'member',
  answer: Type.Array(OwnDecision),
  errors: [],
})

export const appealDecision = endpoint({
  method: 'POST',
  path: '/moderation/appeals',
  summary: 'Appeal against a decision, once: another person reviews it',
  access: 'member',
  allowSuspended: true,
  body: Type.Object({ caseId: Id, text: Statement }),
  answer: OwnDecision,
  errors: ['error404', 'reasonmandatory', 'alreadydecided', 'toomanyrequests'],
})

const AppealToken = Type.String({ maxLength: 100, description: 'The token of the link in the mail.' })

/** A removed member has no session: the mail about the decision links to a screen that makes this call. */
export const readDecisionsByLink = endpoint({
  method: 'POST',
  path: '/moderation/decision',
  summary:
    'Get the decision to which a mailed link belongs, followed by others about the same person that can still be appealed against',
  access: 'public',
  body: Type.Object({ token: AppealToken }),
  answer: Type.Array(OwnDecision),
  errors: ['tokenexpired', 'toomanyrequests'],
})

export const appealByLink = endpoint({
  method: 'POST',
  path: '/moderation/appeal',
  summary: 'Appeal by a mailed link, once against each of its decisions; without a case against that of the mail',
  access: 'public',
  body: Type.Object({
    token: AppealToken,
    text: Statement,
    caseId: Type.Optional(Id),
  }),
  answer: OwnDecision,
  errors: ['error404', 'tokenexpired', 'reasonmandatory', 'alreadydecided', 'toomanyrequests'],
})

const MonthCounts = Type.Object({
  month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
  reports: Type.Integer(),
  cases: Type.Integer(),
  waiting: Type.Integer({ description: 'The number of its cases still undecided.' }),
  decisions: Type.Object(
    Object.fromEntries(moderationDecisions.map(one => [one, Type.Integer()])) as Record<
      ModerationDecision,
      ReturnType<typeof Type.Integer>
    >,
  ),
  appeals: Type.Integer(),
  overturned: Type.Integer(),
  medianHours: Type.Union([Type.Number(), Type.Null()], { description: 'From the first report to the decision.' }),
})
export type MonthCounts = Static<typeof MonthCounts>

export const getModerationCounts = endpoint({
  method: 'GET',
  path: '/moderation/counts',
  summary:
    "Get the monthly number of reports in the viewer's community until yesterday and their outcomes, the latest month first",
  access: 'session',
  answer: Type.Array(MonthCounts),
  errors: [],
})

declare module './realtime.ts' {
  interface ServerMessages {
    /** The pending cases have changed: clients reload their lists and counts. */
    'moderation.changed': Record<string, never>
  }
}
